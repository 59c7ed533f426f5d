import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check, Fault } from '../check';

/** Licences under which code may be sent to visitors without sending our own sources along. */
const FREE =
  /^(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|BSD|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib|MPL-2\.0|OFL-1\.1)$/;

/** `(MIT OR GPL-3.0)` lets us choose; `MIT AND GPL-3.0` does not. */
export function isFree(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(/\s+OR\s+/);
  return choices.some((choice) => choice.split(/\s+AND\s+/).every((part) => FREE.test(part.trim())));
}

interface Package {
  name: string;
  version: string;
  private?: boolean;
  license?: string | { type: string };
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
}

const licenceOf = ({ license, licenses }: Package): string => {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
};

/** A package's folder as Node finds it from another. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

/** All packages that a package depends on when it runs, with their licences. */
export function dependenciesOf(folder: string, seen = new Map<string, Package>()): Map<string, Package> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  for (const name of Object.keys(dependencies)) {
    const at = folderOf(name, folder);
    if (!at || seen.has(at)) continue;
    seen.set(at, JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Package);
    dependenciesOf(at, seen);
  }
  return seen;
}

export const licences: Check = {
  name: 'licences',
  holds: 'what ships may be shipped',
  inapplicable: ({ sources }) => (sources ? undefined : 'its sources are not here; it was checked when it was built'),
  async run({ sources = '' }) {
    return [...dependenciesOf(sources).values()]
      .filter((dependency) => !dependency.private && !isFree(licenceOf(dependency)))
      .map(
        (dependency): Fault => ({
          where: `${dependency.name} ${dependency.version}`,
          what: `Its licence, ${licenceOf(dependency)}, is not one under which we may ship it.`,
          todo: 'Use another package.',
        }),
      );
  },
};
