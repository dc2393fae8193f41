-- Move the oldest lines of a game from its stream into a chunk of packed lines, if both are what the caller read.
--
-- KEYS[1]  stream of the game: entries <version>-0, field "line"
-- KEYS[2]  packed lines of the game: hash, number of a chunk to the chunk
-- KEYS[3]  the rest of the stream while it is written anew; there only within this script
-- ARGV[1]  number of the chunk, from 0
-- ARGV[2]  what the chunk holds now, bytes; empty if there is none
-- ARGV[3]  what it is to hold: the lines of ARGV[2] that come before the stream, and after them those of ARGV[5…]
-- ARGV[4]  version with which the stream begins
-- ARGV[5…] the oldest lines of the stream, bytes; the stream holds at least one more
--
-- Gives 1 or, with nothing changed, 0.

if (redis.call('HGET', KEYS[2], ARGV[1]) or '') ~= ARGV[2] then
  return 0
end
local moved = #ARGV - 4
local entries = redis.call('XRANGE', KEYS[1], '-', '+')
if #entries <= moved then
  return 0
end
for i = 1, moved do
  local id, fields = entries[i][1], entries[i][2]
  if id ~= string.format('%d-0', ARGV[4] + i - 1) or #fields ~= 2 or fields[2] ~= ARGV[i + 4] then
    return 0
  end
end

-- The rest of the stream takes the place of the whole one in a single step, the last of all: whatever fails before it,
-- every line is still where it was. (Trimmed entries would keep their memory until all around them are gone.)
redis.call('DEL', KEYS[3])
for i = moved + 1, #entries do
  redis.call('XADD', KEYS[3], entries[i][1], unpack(entries[i][2]))
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('RENAME', KEYS[3], KEYS[1])
return 1
