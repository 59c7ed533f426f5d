import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const PACKAGE = join(__dirname, '..', '..');
const ROOT = join(PACKAGE, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'conformance');
/** Sources of the builds, beside the packages in the lockfile. */
const SOURCES = [__dirname, join(PACKAGE, 'src')];

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'pnpm-lock.yaml')));
  for (const folder of SOURCES) {
    for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
      const path = join(folder, file);
      if (statSync(path).isFile() && !file.endsWith('.test.ts')) hash.update(file).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Builds every host and remote, once for the same sources and versions. @returns their folder */
export async function builtMatrix(): Promise<string> {
  const name = sourceHash();
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  for (const other of await readdir(CACHE)) await rm(join(CACHE, other), { recursive: true, force: true });
  // The program is bundled, because a TypeScript loader would rewrite functions whose text Rspack's plugin writes into builds.
  const script = join(PACKAGE, 'dist', `conformance-${process.pid}.mjs`);
  const entry = join(__dirname, 'build-all.ts');
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' } as const;
  await build({ ...options, entryPoints: [entry], outfile: script });
  await using built = new AsyncDisposableStack();
  built.defer(() => rm(script));
  // `JEST_WORKER_ID` is left out, because Vite's plugin does nothing in a test.
  const { JEST_WORKER_ID: _worker, ...env } = process.env;
  await promisify(execFile)(process.execPath, [script, folder], {
    cwd: PACKAGE,
    env: { ...env, NODE_ENV: 'production' },
    timeout: 180_000,
  });
  return folder;
}
