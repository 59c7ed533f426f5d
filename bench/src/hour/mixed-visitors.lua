-- Visitors of a whole site: nine of ten ask for its pages, one in ten for one of ten thousand other addresses.
-- Arguments: the pause of a connection in milliseconds, then the paths of the site's pages.
local ADDRESSES = 10000
local others = {
  '/product/%d', '/courses/%d', '/success?payment_id=pay_%d', '/blog?page=%d', '/nowhere/%d', '/contact?utm_source=%d',
}
local encodings = { { ['Accept-Encoding'] = 'br' }, { ['Accept-Encoding'] = 'gzip, deflate, br' }, { ['Accept-Encoding'] = 'gzip' } }
local pages, pause = { '/' }, 100

function init(args)
  math.randomseed(os.time())
  pause = tonumber(args[1]) or pause
  if args[2] then pages = { unpack(args, 2) } end
end

function delay()
  return math.floor(pause * (0.5 + math.random()))
end

function request()
  local path = pages[math.random(#pages)]
  if math.random(10) == 1 then
    local number = math.random(ADDRESSES)
    path = string.format(others[number % #others + 1], number)
  end
  return wrk.format('GET', path, encodings[math.random(#encodings)])
end
