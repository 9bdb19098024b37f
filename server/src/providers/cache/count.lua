-- One use of one subject, judged and counted: what counter.ts does in one process, for all servers at once.
-- KEYS[1]  the subject
-- ARGV     now in ms, 1 if the use counts, per minute, per day (-1: no limit), burst to, burst for ms
-- Gives    admitted, remaining, until all is open again, until one more is admitted (seconds)

local WINDOW_SEC, WINDOW_MS, DAY_MS = 60, 60000, 86400000

local given_ms, counts = tonumber(ARGV[1]), ARGV[2] == '1'
local per_minute, per_day = tonumber(ARGV[3]), tonumber(ARGV[4])
local burst_to, burst_ms = tonumber(ARGV[5]), tonumber(ARGV[6])
if per_day < 0 then per_day = math.huge end

-- newest_sec, in_window, last_sec, full_ms, burst_from_ms (0: none), day, today, then the slots
local stored = redis.call('GET', KEYS[1])
local state = stored and cmsgpack.unpack(stored)
local given_sec = math.floor(given_ms / 1000)
local slots, newest_sec, in_window, last_sec, full_ms, burst_from_ms, day, today = {}, 0, 0, 0, 0, 0, 0, 0
if state then
  day, today = state[6], state[7]
  -- A clock that was set back for good begins anew.
  if given_sec >= state[1] - WINDOW_SEC then
    newest_sec, in_window, last_sec, full_ms, burst_from_ms = state[1], state[2], state[3], state[4], state[5]
    for at = 1, WINDOW_SEC do slots[at - 1] = state[7 + at] end
  end
end

-- One that is a little behind counts on in the newest second.
local now_ms = math.max(given_ms, newest_sec * 1000)
local now_sec = math.floor(now_ms / 1000)
for at = newest_sec + 1, math.min(now_sec, newest_sec + WINDOW_SEC) do
  if in_window >= per_minute then full_ms = at * 1000 end
  in_window = in_window - (slots[at % WINDOW_SEC] or 0)
  slots[at % WINDOW_SEC] = 0
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
  slots[now_sec % WINDOW_SEC] = (slots[now_sec % WINDOW_SEC] or 0) + 1
  in_window, last_sec, today = in_window + 1, now_sec, today + 1
  local kept = { newest_sec, in_window, last_sec, full_ms, burst_from_ms, today_is, today }
  for at = 0, WINDOW_SEC - 1 do kept[8 + at] = slots[at] or 0 end
  -- A refusal writes nothing: what it would say follows from what is stored.
  local matters_ms = 2 * WINDOW_MS + 1000
  if per_day < math.huge then matters_ms = math.max(matters_ms, DAY_MS - now_ms % DAY_MS) end
  redis.call('SET', KEYS[1], cmsgpack.pack(kept), 'PX', math.ceil(matters_ms))
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
    left = left - (slots[(now_sec + until_minute) % WINDOW_SEC] or 0)
  until left < per_minute or until_minute == WINDOW_SEC
end
if day_is_used_up then until_day = math.ceil((DAY_MS - now_ms % DAY_MS) / 1000) end
return { 0, 0, reset, math.max(until_minute, until_day) + behind }
