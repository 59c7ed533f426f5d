import { resolve } from 'node:path';
import { install, orSay, program, run } from './bootstrap.mjs';

/**
 * `node tooling/cli/run.mjs WHAT word…`: installs when needed, then runs WHAT under the pinned Node: the file of a
 * TypeScript program, or the name of a program of the packages.
 */
const [what = '', ...words] = process.argv.slice(2);

orSay(() => {
  install();
  if (what.endsWith('.ts')) run(['--import', import.meta.resolve('tsx'), resolve(what), ...words]);
  else run([program(what), ...words]);
});
