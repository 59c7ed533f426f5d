const { TestEnvironment } = require('jest-environment-jsdom');

const LACKING = ['Headers', 'TextEncoder', 'TextDecoder', 'structuredClone', 'ReadableStream', 'BroadcastChannel'];
/** Globals replaced by Node's: jsdom's have no `AbortSignal.any`, and do not abort Node's requests. */
const REPLACED = ['fetch', 'Request', 'Response', 'AbortSignal', 'AbortController'];

/** jsdom with the platform parts of Node that it lacks. */
module.exports = class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of LACKING) this.global[name] ??= globalThis[name];
    // jsdom records no resource timings.
    this.global.Performance.prototype.getEntriesByType ??= () => [];
    for (const name of REPLACED) this.global[name] = globalThis[name];
  }
};
