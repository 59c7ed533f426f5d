-- Asks for another address each time: the page and its fragments are rendered for each request. Its words: a name of the round.
local visit = 0
local round = ''

function init(args)
  round = args[1]
end

function request()
  visit = visit + 1
  return wrk.format('GET', wrk.path .. round .. 'v' .. visit)
end
