import { resolve } from 'node:path';
import { exitOnError, install, program, run } from './bootstrap.mjs';

/** `run.mjs WHAT word…`: installs when needed, then runs WHAT, a file or a program of the packages, under the pinned Node. */
const [what = '', ...words] = process.argv.slice(2);

exitOnError(() => {
  install();
  if (what.endsWith('.ts')) run(['--import', import.meta.resolve('tsx'), resolve(what), ...words]);
  else if (what.endsWith('.mjs')) run(['--enable-source-maps', resolve(what), ...words]);
  else run([program(what), ...words]);
});
