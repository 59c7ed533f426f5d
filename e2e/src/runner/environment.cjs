const { TestEnvironment } = require('jest-environment-node');
const playwright = require('playwright-core');

/** Node, with a Playwright that is loaded once for each worker: in the sandbox of each file it is three quarters of what a file loads. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.playwright = playwright;
  }
};
