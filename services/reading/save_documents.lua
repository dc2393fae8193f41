-- Save documents of one game, one of each projection, if none of them has changed since it was read.
--
-- KEYS[1]  generations of the game's partition: hash of projection to the number read now (absent: 0), and of
--          "<projection>:building" to the number being built, if any
-- KEYS[2..] what the arguments point to, by place in KEYS
-- ARGV[1]  game id
-- ARGV[2]  number of documents; for each of them, five arguments:
--            projection
--            generation, count from 0
--            place in KEYS of its versions: hash of game id to mark
--            mark it was read at, "" for none
--            mark it is at now
-- then, until the end, changes, each as
--            command (HSET, HDEL, ZADD, ZREM, HINCRBY), place in KEYS, number of arguments, the arguments
--
-- Gives 1, or 0 with nothing written.

local game = ARGV[1]
local count = tonumber(ARGV[2])
local at = 3

for _ = 1, count do
  local projection, generation = ARGV[at], ARGV[at + 1]
  local current = redis.call('HGET', KEYS[1], projection) or '0'
  if current ~= generation and redis.call('HGET', KEYS[1], projection .. ':building') ~= generation then
    return 0
  end
  local mark = redis.call('HGET', KEYS[tonumber(ARGV[at + 2])], game) or ''
  if mark ~= ARGV[at + 3] then
    return 0
  end
  at = at + 5
end

local changes = at
while at <= #ARGV do
  local command, key, size = ARGV[at], KEYS[tonumber(ARGV[at + 1])], tonumber(ARGV[at + 2])
  redis.call(command, key, unpack(ARGV, at + 3, at + 2 + size))
  at = at + 3 + size
end

-- The marks come last: should a change before them fail, the documents are still to be saved.
for place = 3, changes - 1, 5 do
  redis.call('HSET', KEYS[tonumber(ARGV[place + 2])], game, ARGV[place + 4])
end
return 1
