const { randomUUID } = require('node:crypto');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Timeout of queries: on a busy machine late code may take seconds. Only failing tests wait so long. */
const PATIENCE_MS = 15_000;

if (typeof document !== 'undefined') {
  require('@testing-library/jest-dom');
  require('@testing-library/dom').configure({ asyncUtilTimeout: PATIENCE_MS });
}

// Keys and pins of tests are stored here, separately for each file, and not among the developer's own data.
process.env.DATA_DIR ||= join(tmpdir(), `tests-data-${randomUUID()}`);

for (const method of ['error', 'warn']) {
  const original = console[method];
  beforeEach(() => {
    jest.spyOn(console, method).mockImplementation((...words) => {
      original(...words);
      throw new Error(`Unexpected console.${method}: ${words.map(String).join(' ').slice(0, 500)}`);
    });
  });
}

// jsdom has no modal dialogs: a minimal substitute for tests by role.
if (typeof HTMLDialogElement !== 'undefined' && !HTMLDialogElement.prototype.showModal) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
