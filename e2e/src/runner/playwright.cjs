/** In the place of `playwright-core`: the one of `environment.cjs`. */
module.exports = globalThis.playwright;
