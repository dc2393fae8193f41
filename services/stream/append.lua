-- Append one line to a game, if the game's last version is the expected one.
--
-- KEYS[1]  stream of the game: entry <version>-0, field "line"
-- KEYS[2]  feed of the game's partition: entry *, fields "game" (id), "version" (count from 1) and "request" (id)
-- KEYS[3]  index of the game's partition: sorted set of game ids, score 0
-- ARGV[1]  expected last version, a count: 0 for a game without lines
-- ARGV[2]  game id
-- ARGV[3]  the line, bytes
-- ARGV[4]  id of the request that caused it, for the logs; may be empty
--
-- Gives {1, version now stored} or, with nothing written, {0, last version}.

local expected = tonumber(ARGV[1])
local last = 0
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #top > 0 then
  last = tonumber(string.match(top[1][1], '^(%d+)'))
end
if last ~= expected then
  return {0, last}
end

-- An error does not undo what was written before it. So the line comes last: if a write before it fails, there is at
-- worst a pointer or an index entry without a line, which wakes readers for nothing.
local version = string.format('%d', expected + 1)
if expected == 0 then
  redis.call('ZADD', KEYS[3], 0, ARGV[2])
end
redis.call('XADD', KEYS[2], '*', 'game', ARGV[2], 'version', version, 'request', ARGV[4])
redis.call('XADD', KEYS[1], version .. '-0', 'line', ARGV[3])
return {1, expected + 1}
