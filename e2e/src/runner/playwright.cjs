/** Stands in for `playwright-core`: exports the Playwright of `environment.cjs`. */
module.exports = globalThis.playwright;
