-- Store a whole game that was played elsewhere, if nothing of it is here: all of it, in one step.
--
-- KEYS[1]  stream of the game: entries <version>-0, field "line"
-- KEYS[2]  feed of the game's partition: entry *, fields "game" (id), "version" (count from 1) and "request" (id)
-- KEYS[3]  index of the game's partition: sorted set of game ids, score 0
-- KEYS[4]  origin of the game: text
-- ARGV[1]  game id
-- ARGV[2]  origin, JSON
-- ARGV[3]  id of the request that caused it, for the logs; may be empty
-- ARGV[4…] the lines, bytes, from version 1 on
--
-- Gives {1, version now stored} or, with nothing written, {0, last version}.

local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #top > 0 then
  return {0, tonumber(string.match(top[1][1], '^(%d+)'))}
end

-- An error does not undo what was written before it. So index and pointer come last: of a game that was cut short nobody
-- is told, and no list shows it.
redis.call('SET', KEYS[4], ARGV[2])
local last = #ARGV - 3
for version = 1, last do
  redis.call('XADD', KEYS[1], string.format('%d-0', version), 'line', ARGV[version + 3])
end
redis.call('ZADD', KEYS[3], 0, ARGV[1])
redis.call('XADD', KEYS[2], '*', 'game', ARGV[1], 'version', string.format('%d', last), 'request', ARGV[3])
return {1, last}
