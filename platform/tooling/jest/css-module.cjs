// A class is its own name, so that tests may read which one is set.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
