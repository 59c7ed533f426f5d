-- Enquiries of different visitors, each with an id and an address of its own. The first argument, if there is one, is
-- how many milliseconds each connection pauses before its next. So the load does not depend on how fast it is answered.
local sent = 0
local run = tostring(os.time())
local message = string.rep("We open in March and need uniforms for 120 people in six departments. ", 4)

function init(args)
  if args[1] then
    local pause = tonumber(args[1])
    delay = function()
      return math.random(0, 2 * pause)
    end
  end
end

function request()
  sent = sent + 1
  local id = run .. "-" .. sent .. "-" .. math.random(1e9)
  local headers = {
    ["content-type"] = "application/json",
    ["idempotency-key"] = id,
    ["x-forwarded-for"] = string.format("10.%d.%d.%d", sent / 65536 % 256, sent / 256 % 256, sent % 256),
  }
  local body = string.format(
    '{"name":"Asha Kurien","email":"%s@hotel.example","phone":"+91 98400 00000","message":"%s"}',
    id,
    message
  )
  return wrk.format("POST", nil, headers, body)
end
