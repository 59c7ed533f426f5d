#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitOnError, run } from './bootstrap.mjs';

/** Program of the commands: compiled where this package is installed. */
const PROGRAM = ['../dist/cli.js', '../src/cli.ts']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync);

/** `wholepage COMMAND word…`, such as `wholepage release news`, on the site that `SITE_DIR` names. */
const words = process.argv.slice(2);
if (words[0] === 'link-node') await import('./link-node.mjs');
else exitOnError(() => run(['--import', import.meta.resolve('tsx'), PROGRAM, ...words]));
