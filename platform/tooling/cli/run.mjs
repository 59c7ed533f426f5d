import { resolve } from 'node:path';
import { exitOnError, install, program, run } from './bootstrap.mjs';

/**
 * `node platform/tooling/cli/run.mjs WHAT word…`: installs when needed, then runs WHAT under the pinned Node. WHAT is
 * the file of a program, or the name of a program of the root's packages. It may also be of the packages of the folder
 * in which it is typed.
 */
const [what = '', ...words] = process.argv.slice(2);

exitOnError(() => {
  install();
  if (what.endsWith('.ts')) run(['--import', import.meta.resolve('tsx'), resolve(what), ...words]);
  else if (what.endsWith('.mjs')) run(['--enable-source-maps', resolve(what), ...words]);
  else run([program(what), ...words]);
});
