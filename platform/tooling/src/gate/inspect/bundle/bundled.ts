import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildInputs } from '../../../build/reuse/inputs';
import { ROOT } from '../../../paths';
import type { Package } from './dependencies';

/** What the bundler read for a build; undefined where the build left no record. @param sources the package's folder */
export function bundledInputs(sources: string, version: string): BuildInputs | undefined {
  const record = join(sources, 'dist', 'inputs', `${version}.json`);
  if (!existsSync(record)) return undefined;
  return (JSON.parse(readFileSync(record, 'utf8')) as { inputs: BuildInputs }).inputs;
}

const virtualStores = (from: string): string[] => {
  const found: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const store = join(folder, 'node_modules', '.pnpm');
    if (existsSync(store)) found.push(store);
    if (dirname(folder) === folder) return found;
  }
};

/** The manifest of a package by what a build calls it: `react@19.3.1`. Undefined when it is not installed any more. */
export function installedPackage(bundled: string, sources: string): Package | undefined {
  const at = bundled.lastIndexOf('@');
  const name = bundled.slice(0, at);
  const start = `${name.replace('/', '+')}@${bundled.slice(at + 1)}`;
  for (const store of virtualStores(sources)) {
    const folder = readdirSync(store).find((one) => one === start || one.startsWith(`${start}_`));
    const file = folder && join(store, folder, 'node_modules', name, 'package.json');
    if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Package;
  }
  return undefined;
}

/** Texts of the sources that the bundler read, by their path within the workspace. */
export function* bundledSources({ sources }: BuildInputs): Generator<[string, string]> {
  for (const path of Object.keys(sources)) {
    const file = join(ROOT, path);
    if (/\.(tsx?|jsx?|mjs|css)$/.test(path) && existsSync(file)) yield [path, readFileSync(file, 'utf8')];
  }
}
