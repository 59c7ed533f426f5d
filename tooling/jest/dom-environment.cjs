const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom with the platform parts of Node that it lacks. */
module.exports = class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'TextEncoder',
      'TextDecoder',
      'structuredClone',
      'ReadableStream',
      'AbortSignal',
      'AbortController',
    ])
      this.global[name] ??= globalThis[name];
    for (const name of ['fetch', 'Request', 'Response', 'AbortSignal', 'AbortController'])
      this.global[name] = globalThis[name];
  }
};
