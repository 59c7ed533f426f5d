const { randomUUID } = require('node:crypto');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Only tests that fail wait so long for what they look for: on a busy machine code that comes later may take seconds. */
const PATIENCE_MS = 15_000;

if (typeof document !== 'undefined') {
  require('@testing-library/jest-dom');
  require('@testing-library/dom').configure({ asyncUtilTimeout: PATIENCE_MS });
}

// Keys and paths that a test pins are kept here, for each file by itself, and not among the developer's own data.
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

// jsdom has no modal dialogs: enough of them for tests by role.
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
