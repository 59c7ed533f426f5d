import { rmSync, symlinkSync } from 'node:fs';
import { exitOnError } from './bootstrap.mjs';
import { findNode, NODE_LINK } from './runtime.mjs';

/** After each installation: `node_modules/.bin/node` becomes the Node that runs everything. */
exitOnError(() => {
  const node = findNode();
  rmSync(NODE_LINK, { force: true });
  symlinkSync(node, NODE_LINK);
});
