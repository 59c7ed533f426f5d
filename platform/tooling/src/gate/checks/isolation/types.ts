import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageDir } from '../../../paths';
import { type Check, type Fault, isRemote } from '../../check';

const run = promisify(execFile);

/** Holds both sides of a remote against the contract. */
const ASSERTION = `import type { RemoteApp } from '@wholepage/contracts/mount';
import type { Render } from '@wholepage/contracts/render';
import * as app from './src/app';
import { render } from './src/render';

export const browserSide: RemoteApp = app;
export const serverSide: Render = render;
`;

const compiler = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** `src/app.tsx(3,14): error TS2322: …` → where and what. */
const FAULT = /^(.+\(\d+,\d+\)): error (TS\d+: .+)$/gm;

/** The nearest above the package, for apps may lie deeper than one folder below the root; else the package's own. */
function baseOf(folder: string): string {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const shared = join(above, 'tsconfig.base.json');
    if (existsSync(shared)) return shared;
  }
  return join(folder, 'tsconfig.json');
}

export const types: Check = {
  name: 'types',
  holds: 'the sources fit their types and the contract',
  inapplicable: ({ sources }) => (sources ? undefined : 'its sources are not here; it was checked when it was built'),
  async run({ candidate, sources = '' }) {
    const config = join(sources, `.verify-${process.pid}.tsconfig.json`);
    const assertion = join(sources, `.verify-${process.pid}.ts`);
    const remote = isRemote(candidate);
    const files = [join(packageDir('tooling'), 'types', 'ambient.d.ts'), ...(remote ? [assertion] : [])];
    const include = remote ? ['src'] : ['browser', 'frame-server'];
    try {
      if (remote) await writeFile(assertion, ASSERTION);
      await writeFile(
        config,
        JSON.stringify({
          extends: baseOf(sources),
          files,
          include,
          exclude: ['**/*.test.ts', '**/*.test.tsx', '**/dist'],
        }),
      );
      await run(process.execPath, [compiler(), '--noEmit', '--pretty', 'false', '-p', config], { cwd: sources });
      return [];
    } catch (error) {
      const output = String((error as { stdout?: unknown }).stdout ?? error);
      const faults = [...output.matchAll(FAULT)].map(
        ([, where = '', what = '']): Fault => ({ where, what, todo: 'Mend the type, or what it tells of.' }),
      );
      return faults.length ? faults : [{ where: 'tsc', what: output.slice(0, 500), todo: 'Run tsc in the package.' }];
    } finally {
      await Promise.all([rm(config, { force: true }), rm(assertion, { force: true })]);
    }
  },
};
