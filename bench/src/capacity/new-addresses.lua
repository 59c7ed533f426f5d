-- Pages that nobody asked for before: each is rendered.
local asked = 0

function request()
  asked = asked + 1
  return wrk.format("GET", string.format("/success?payment_id=pay_%d_%d", os.time(), asked))
end
