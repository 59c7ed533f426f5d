-- Visitors of some pages in turn. Each connection asks once in so many milliseconds, a little early or late.
local paths = { '/', '/contact', '/product', '/product/hospitality-resorts' }
local pause, turn = 100, 0

function init(args)
  pause = tonumber(args[1]) or pause
  turn = math.random(#paths)
end

function delay()
  return math.floor(pause * (0.5 + math.random()))
end

function request()
  turn = turn % #paths + 1
  return wrk.format('GET', paths[turn])
end
