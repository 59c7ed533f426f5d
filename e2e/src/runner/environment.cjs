const { TestEnvironment } = require('jest-environment-node');
const playwright = require('playwright-core');

/** No file of this worker begins within it: its browsers are closed. */
const IDLE_MS = 200;

/** Browsers of this worker, by how they are started: a start costs more than a visit. */
const browsers = new Map();
let idle;

async function closeAll() {
  const all = [...browsers.values()];
  browsers.clear();
  for (const browser of await Promise.all(all)) await browser.close();
}

const started = async (options) => {
  const name = JSON.stringify(options);
  const known = await browsers.get(name);
  if (known?.isConnected()) return known;
  browsers.set(name, playwright.chromium.launch(options));
  return browsers.get(name);
};

/** A browser that is a file's until it closes it: what the file opened in it is closed, and the next file has it. */
async function launch(options) {
  const browser = await started(options);
  const contexts = new Set();
  return Object.assign(Object.create(browser), {
    async newContext(...given) {
      const context = await browser.newContext(...given);
      contexts.add(context);
      return context;
    },
    close: () => Promise.all([...contexts].map((context) => context.close())),
  });
}

/** Node, with a Playwright that is loaded once for each worker: in the sandbox of each file it is three quarters of what a file loads. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    clearTimeout(idle);
    this.global.playwright = { ...playwright, chromium: Object.assign(Object.create(playwright.chromium), { launch }) };
  }

  async teardown() {
    await super.teardown();
    idle = setTimeout(closeAll, IDLE_MS);
  }
};
