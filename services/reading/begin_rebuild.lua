-- Begin a fresh generation of a projection in one partition.
--
-- KEYS[1]  generations of the partition
-- ARGV[1]  projection
--
-- Gives {the generation to build, the one begun before and never finished or -1}. The numbers never come again.

local building = ARGV[1] .. ':building'
local current = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local unfinished = tonumber(redis.call('HGET', KEYS[1], building) or '-1')
local next = math.max(current, unfinished) + 1
redis.call('HSET', KEYS[1], building, string.format('%d', next))
return {next, unfinished}
