const { TestEnvironment } = require('jest-environment-node');
const playwright = require('playwright-core');

/** A worker that begins no file for this long closes its browsers. */
const IDLE_MS = 200;

/** Browsers of this worker, by launch options: a start costs more than a visit. */
const browsers = new Map();
let idle;

async function closeAll() {
  const all = [...browsers.values()];
  browsers.clear();
  for (const { value } of await Promise.allSettled(all)) await value?.close();
}

const started = async (options) => {
  const name = JSON.stringify(options);
  const known = await browsers.get(name)?.catch(() => undefined);
  if (known?.isConnected()) return known;
  browsers.set(name, playwright.chromium.launch(options));
  return browsers.get(name);
};

/** Lends the worker's browser to a test file. `close` closes the file's contexts and leaves the browser to the next file. */
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

/** Node's environment with one Playwright per worker. Loaded in each file's sandbox, it is three quarters of the file's code. */
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
