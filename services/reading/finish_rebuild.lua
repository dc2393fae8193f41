-- Read a projection from the generation that was built, in one partition.
--
-- KEYS[1]  generations of the partition
-- ARGV[1]  projection
-- ARGV[2]  generation that was built
--
-- Gives the generation read before; -1, with nothing written, if another one is being built.

if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  return tonumber(ARGV[2])
end
if redis.call('HGET', KEYS[1], ARGV[1] .. ':building') ~= ARGV[2] then
  return -1
end
local before = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
redis.call('HDEL', KEYS[1], ARGV[1] .. ':building')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return before
