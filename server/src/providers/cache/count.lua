-- Judges and counts one use of one subject atomically for all servers, as counter.ts does in one process.
-- KEYS[1]  the subject
-- ARGV     now in ms, 1 if the use counts, per minute, per day (-1: no limit), burst to, burst for ms
-- Returns  admitted, remaining, seconds until the window is empty, seconds until the next use is admitted

local WINDOW_SEC, WINDOW_MS, DAY_MS = 60, 60000, 86400000

local given_ms, counts = tonumber(ARGV[1]), ARGV[2] == '1'
local per_minute, per_day = tonumber(ARGV[3]), tonumber(ARGV[4])
local burst_to, burst_ms = tonumber(ARGV[5]), tonumber(ARGV[6])
if per_day < 0 then per_day = math.huge end

-- Stored: seven numbers, then the slots; packed strings instead of tables, for speed.
local NUMBERS, NUMBERS_LENGTH = '<ddddddd', 56
local stored = redis.call('GET', KEYS[1])
local given_sec = math.floor(given_ms / 1000)
local newest_sec, in_window, last_sec, full_ms, burst_from_ms, day, today = 0, 0, 0, 0, 0, 0, 0 -- no burst: 0
local slots
if stored then
  newest_sec, in_window, last_sec, full_ms, burst_from_ms, day, today = struct.unpack(NUMBERS, stored)
  slots = string.sub(stored, NUMBERS_LENGTH + 1)
end
-- A clock that was set back permanently restarts the counter.
if not stored or given_sec < newest_sec - WINDOW_SEC then
  newest_sec, in_window, last_sec, full_ms, burst_from_ms = given_sec, 0, 0, 0, 0
  slots = string.rep('\0', 4 * WINDOW_SEC)
end

local function slot(sec)
  return (struct.unpack('<I4', slots, sec % WINDOW_SEC * 4 + 1))
end
local function set_slot(sec, value)
  local before = sec % WINDOW_SEC * 4
  slots = string.sub(slots, 1, before) .. struct.pack('<I4', value) .. string.sub(slots, before + 5)
end

-- A clock that is slightly behind counts in the newest second.
local now_ms = math.max(given_ms, newest_sec * 1000)
local now_sec = math.floor(now_ms / 1000)
for at = newest_sec + 1, math.min(now_sec, newest_sec + WINDOW_SEC) do
  if in_window == 0 then break end
  if in_window >= per_minute then full_ms = at * 1000 end
  local leaving = slot(at)
  if leaving > 0 then
    in_window = in_window - leaving
    set_slot(at, 0)
  end
end
newest_sec = now_sec
local today_is = math.floor(now_ms / DAY_MS)
if today_is ~= day then today = 0 end

local over = in_window >= per_minute
if not over and now_ms - full_ms >= WINDOW_MS then burst_from_ms = 0 end
local from_ms = burst_from_ms == 0 and now_ms or burst_from_ms
local bursting = over and now_ms - from_ms < burst_ms and in_window < burst_to
local day_is_used_up = today >= per_day
local admitted = (not over or bursting) and not day_is_used_up

if admitted and counts then
  if over then burst_from_ms = from_ms end
  set_slot(now_sec, slot(now_sec) + 1)
  in_window, last_sec, today = in_window + 1, now_sec, today + 1
  local numbers = struct.pack(NUMBERS, newest_sec, in_window, last_sec, full_ms, burst_from_ms, today_is, today)
  -- A refusal writes nothing: its answer follows from what is stored.
  local matters_ms = 2 * WINDOW_MS + 1000
  if per_day < math.huge then matters_ms = math.max(matters_ms, DAY_MS - now_ms % DAY_MS) end
  redis.call('SET', KEYS[1], numbers .. slots, 'PX', math.ceil(matters_ms))
end

local behind = now_sec - given_sec
local reset = 0
if in_window > 0 then reset = last_sec + WINDOW_SEC - now_sec + behind end
if admitted then
  return { 1, math.max(0, math.min(per_minute - in_window, per_day - today)), reset, 0 }
end

local until_minute, until_day = 0, 0
if over then
  local left = in_window
  repeat
    until_minute = until_minute + 1
    left = left - slot(now_sec + until_minute)
  until left < per_minute or until_minute == WINDOW_SEC
end
if day_is_used_up then until_day = math.ceil((DAY_MS - now_ms % DAY_MS) / 1000) end
return { 0, 0, reset, math.max(until_minute, until_day) + behind }
