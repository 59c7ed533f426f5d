/** Checks of the promises between releases: shared packages, fragments and events that others use, and types. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseManifest, Share } from '@wholepage/contracts/release';
import { sharesIn } from '@wholepage/federation/webpack/release-files';
import { lt, satisfies } from 'semver';
import { foldersFrom, packageDir } from '../../paths';
import { compiler } from '../../run/spawn';
import type { JsonSchema } from '../../types/release-types';
import { mismatchesOf } from '../../types/release-types';
import { type Check, type Fault, isRemote, type ReadableRelease } from '../check';

const sharesOf = async (release: ReadableRelease): Promise<Share[]> =>
  sharesIn((await release.bytes(release.manifest.entry.browser)).toString('utf8'));

export const shares: Check = {
  name: 'shares',
  holds: 'shared packages fit what the live shell offers',
  notOfShell: 'the shell is who offers',
  async *run({ candidate, shell }) {
    const where = candidate.manifest.entry.browser;
    for (const fault of mismatches(await sharesOf(candidate), await sharesOf(shell))) yield { where, ...fault };
  },
};

/** React and its renderer are one program in two packages: mixed versions fail at the first hook. */
const FAMILY = /^react(-dom)?(\/|$)/;

/** Compares the shared packages that a remote was built with to those of the live shell. @returns a fault for each mismatch */
export function* mismatches(own: readonly Share[], offered: readonly Share[]): Generator<Omit<Fault, 'where'>> {
  const taken = new Map<string, boolean>();
  for (const { name, version, range } of own) {
    const host = offered.find((share) => share.name === name);
    const takes = host !== undefined && satisfies(host.version, range);
    if (FAMILY.test(name)) taken.set(name, takes);
    if (takes && lt(host.version, version))
      yield {
        what: `It was built with ${name} ${version} and would run on the live shell's ${host.version}.`,
        todo: `Ask for ^${version}, so that it brings its own, or release a shell with ${name} ${version} first.`,
      };
  }
  const versions = new Set(own.filter(({ name }) => FAMILY.test(name)).map(({ version }) => version));
  if (versions.size > 1)
    yield {
      what: `It brings react and react-dom of ${[...versions].join(' and ')}.`,
      todo: 'Install one version of both.',
    };
  const from = (host: boolean) => [...taken].filter(([, takes]) => takes === host).map(([name]) => name);
  if (from(true).length > 0 && from(false).length > 0)
    yield {
      what: `It would take ${from(true).join(', ')} from the shell and bring ${from(false).join(', ')}.`,
      todo: 'Ask for all of React in one range.',
    };
}

export const users: Check = {
  name: 'users',
  holds: 'what live remotes use of it stays as they use it, and what it uses of them is there',
  async *run({ candidate: { manifest }, live, remotes, shell, note }) {
    const others = [...remotes.filter(({ app }) => app !== manifest.app), shell.manifest];
    for (const where of absentUses(manifest, others))
      yield {
        where,
        what: `It uses ${where}, which the live ${where.split(/[/:]/)[0]} does not have.`,
        todo: 'Release that one first, or take the name from the types of live releases: npm run wholepage -- types.',
      };
    for (const { name: where, changes, users: using } of live ? brokenUses(live, manifest, others) : []) {
      const what = `${where} changes under who uses it: ${changes.join('; ')}`;
      if (using.length === 0) note(`${what}. No live remote uses it.`);
      else
        yield {
          where,
          what: `${what}. Used by ${using.join(', ')}.`,
          todo: `Take what ${using.join(' and ')} give, or release them first with what fits both.`,
        };
    }
  },
};

type Contract = Pick<ReleaseManifest, 'app' | 'fragments' | 'events'>;
type User = Pick<ReleaseManifest, 'app' | 'version' | 'uses'>;

const namesIn = ({ fragments, events }: User['uses']): string[] => [...fragments, ...events];

const schemaOf = (schema: unknown): JsonSchema => (schema ?? {}) as JsonSchema;
const inWords = (found: ReturnType<typeof mismatchesOf>): string[] => found.map(({ at, what }) => `${at} ${what}`);
const GONE = ['it is gone'];

/** Yields each fragment and event with the changes that break its users. */
function* changesOf(before: Contract, after: Contract): Generator<[name: string, changes: string[]]> {
  // A page that places a fragment gives props for the live release.
  for (const { name, props } of before.fragments) {
    const there = after.fragments.find((one) => one.name === name);
    const wrong = there && mismatchesOf(schemaOf(props), schemaOf(there.props), 'props');
    yield [`${before.app}/${name}`, wrong ? inWords(wrong) : GONE];
  }
  // A listener reads an event's details as the live release writes them. Additional details break nobody.
  for (const { name, detail } of before.events ?? []) {
    const there = after.events?.find((one) => one.name === name);
    const wrong = there && mismatchesOf(schemaOf(there.detail), schemaOf(detail), 'detail');
    yield [`${before.app}:${name}`, wrong ? inWords(wrong.filter(({ what }) => what !== 'is not taken')) : GONE];
  }
}

/**
 * Finds the changes to a release's fragments and events that break their users.
 * @param others live releases of other apps
 * @returns `news/latest` or `checkout:cart-changed`, the changes as sentences' ends, and the users as `app version`
 */
export const brokenUses = (before: Contract, after: Contract, others: readonly User[]) =>
  [...changesOf(before, after)]
    .filter(([, changes]) => changes.length > 0)
    .map(([name, changes]) => ({
      name,
      changes,
      users: others.filter(({ uses }) => namesIn(uses).includes(name)).map(({ app, version }) => `${app} ${version}`),
    }));

export function absentUses({ uses }: Pick<User, 'uses'>, live: readonly Contract[]): string[] {
  const has = (name: string): boolean => {
    const [owner = '', own = ''] = name.split(/[/:]/);
    const there = live.find((one) => one.app === owner);
    const named = name.includes(':') ? there?.events : there?.fragments;
    // An owner may not be live yet, and an external remote declares no events.
    return !named || named.some((one) => one.name === own);
  };
  return namesIn(uses).filter((name) => !has(name));
}

const run = promisify(execFile);

const require = createRequire(import.meta.url);
/** Resolved from here, because a remote's package need not depend on the contract. */
const contract = (part: string): string =>
  JSON.stringify(require.resolve(`@wholepage/contracts/${part}`).replace(/\.[jt]s$/, ''));

/** A module that types both sides of a remote by the contract. */
const assertion = () => `import type { RemoteApp } from ${contract('mount')};
import type { Render } from ${contract('render')};
import * as app from '../src/app';
import { render } from '../src/render';

export const browserSide: RemoteApp = app;
export const serverSide: Render = render;
`;

/** Splits `src/app.tsx(3,14): error TS2322: …` into place and message. */
const FAULT = /^(.+\(\d+,\d+\)): error (TS\d+: .+)$/gm;

/** The nearest base configuration above the package, at any depth; else the package's own configuration. */
function baseOf(folder: string): string {
  const shared = foldersFrom(dirname(folder)).map((above) => join(above, 'tsconfig.base.json'));
  return shared.find((file) => existsSync(file)) ?? join(folder, 'tsconfig.json');
}

const TESTS = ['../**/*.test.ts', '../**/*.test.tsx'];

export const types: Check = {
  name: 'types',
  holds: 'the sources fit their types and the contract',
  inapplicable: ({ sources }) => (sources ? undefined : 'its sources are not here; it was checked when it was built'),
  async *run({ candidate, sources = '' }) {
    // The files lie beside the build, which is thrown away: an interrupted check leaves them there.
    const config = join(sources, 'dist', `.verify-${process.pid}.tsconfig.json`);
    const asserted = join(sources, 'dist', `.verify-${process.pid}.ts`);
    const remote = isRemote(candidate);
    const files = [join(packageDir('tooling'), 'types', 'ambient.d.ts'), ...(remote ? [asserted] : [])];
    const include = (remote ? ['src'] : ['browser', 'layout-server']).map((folder) => join('..', folder));
    try {
      if (remote) await writeFile(asserted, assertion());
      await writeFile(config, JSON.stringify({ extends: baseOf(sources), files, include, exclude: TESTS }));
      await run(process.execPath, [compiler(), '--noEmit', '--pretty', 'false', '-p', config], { cwd: sources });
    } catch (error) {
      const output = String((error as { stdout?: unknown }).stdout ?? error);
      const faults = [...output.matchAll(FAULT)];
      for (const [, where = '', what = ''] of faults)
        yield { where, what, todo: 'Mend the type, or what it tells of.' };
      if (faults.length === 0) yield { where: 'tsc', what: output.slice(0, 500), todo: 'Run tsc in the package.' };
    } finally {
      await Promise.all([rm(config, { force: true }), rm(asserted, { force: true })]);
    }
  },
};
