/** Checks of a release's files: their content and their size. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { ReleaseManifest, ReleaseRoute } from '@wholepage/contracts/release';
import type { Budgets } from '@wholepage/contracts/site';
import { integrityOf } from '@wholepage/releases/manifest';
import { siteDefinition } from '../../site/definition';
import { browserFiles, type Check, type Fault, type GateContext, isRemote, kB, type ReadableRelease } from '../check';

const COMPRESSED = [
  { ending: '.br', size: 'brotli', unpack: promisify(brotliDecompress) },
  { ending: '.gz', size: 'gzip', unpack: promisify(gunzip) },
] as const;

/** Checks a file's compressed forms, which have no hash of their own. The file's own hash was checked when it was read. */
async function faultsIn(release: ReadableRelease, file: string): Promise<Fault[]> {
  const { integrity, bytes, ...sizes } = release.manifest.files[file] ?? { integrity: '', bytes: 1 };
  const faults: Fault[] = [];
  const fault = (where: string, what: string) => faults.push({ where, what, todo: 'Build and publish it again.' });
  await release.bytes(file).catch((error: Error) => fault(file, error.message));
  for (const { ending, size, unpack } of COMPRESSED) {
    if (!sizes[size]) continue;
    const unpacked = await release
      .packed(file, ending)
      .then((packed) => unpack(packed, { maxOutputLength: Math.max(1, bytes) }))
      .catch(() => undefined);
    if (!unpacked || integrityOf(unpacked) !== integrity)
      fault(file + ending, 'It does not unpack to the file that the manifest promises.');
  }
  return faults;
}

export const files: Check = {
  name: 'files',
  holds: 'every file, compressed or not, is what the signed manifest promises',
  async *run({ candidate }) {
    const found = await Promise.all(Object.keys(candidate.manifest.files).map((file) => faultsIn(candidate, file)));
    yield* found.flat();
  },
};

/** Growth of a page over the live release that needs a reason, in bytes after brotli. */
const PAGE_GROWTH = 15_000;

/** The heaviest script of a first release, in bytes as it is unpacked. */
const FIRST_SCRIPT = 400_000;

const CODE = ['.js', '.css'];
const MEDIA = ['.webp', '.avif', '.png', '.jpg', '.jpeg', '.svg', '.woff2', '.mp4', '.webm', '.pdf'];

/** Kinds of files in a release: the growth over the live one that needs a reason, and the most for a first one, in raw bytes. */
const KINDS = [
  { where: 'all scripts and styles', endings: CODE, growth: 100_000, first: 2_000_000 },
  { where: 'pictures, fonts and films', endings: MEDIA, growth: 2_000_000, first: 12_000_000 },
] as const;

const total = (manifest: ReleaseManifest, endings: readonly string[]): number =>
  browserFiles({ manifest }, ...endings).reduce((sum, file) => sum + (manifest.files[file]?.bytes ?? 0), 0);

const over = (bytes: number, allowed: number, fault: Fault): Fault[] => (bytes <= allowed ? [] : [fault]);

const grown = (where: string, before: number, after: number, allowed: number): Fault[] =>
  over(after - before, allowed, {
    where,
    what: `${kB(after - before)} more than the live release: ${kB(after)} instead of ${kB(before)}; ${kB(allowed)} are allowed.`,
    todo: 'Load what is not needed at once later, or skip this check and say why.',
  });

const WITHOUT_ZOD = 'Declare events with valibot in place of zod: it weighs a twentieth in pages.';
const LATER = 'Load what is below the fold, or first touched later, with import().';
const LIGHTER = { Scripts: LATER, Styles: LATER, Fonts: 'Name fewer of them, or make them smaller.' };

const overBudget = (where: string, weights: readonly Weight[], lighter = LIGHTER): Fault[] =>
  weights.flatMap(({ what, bytes, budget }) =>
    over(bytes, budget, {
      where,
      what: `${what} of ${kB(bytes)} before a touch, compressed; the budget is ${kB(budget)}.`,
      todo: lighter[what],
    }),
  );

export const brotliOf = ({ files }: ReleaseManifest, names: readonly string[]): number =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.brotli ?? 0), 0);

/** What is loaded before the first interaction, in bytes as it travels, beside the site's budget. */
export interface Weight {
  what: 'Scripts' | 'Styles' | 'Fonts';
  bytes: number;
  budget: number;
}

/** The first load of a page with the shell, by the releases' manifests. */
export const pageWeights = (
  budgets: Budgets,
  shell: ReleaseManifest,
  remote: ReleaseManifest,
  route: ReleaseRoute,
): Weight[] => {
  const bytesOf = (kind: 'js' | 'css') =>
    brotliOf(shell, shell.entry[kind]) + brotliOf(remote, [...remote.entry[kind], ...route[kind]]);
  return [
    { what: 'Scripts', bytes: bytesOf('js'), budget: budgets.scripts(route) },
    { what: 'Styles', bytes: bytesOf('css'), budget: budgets.styles },
  ];
};

/** What the shell preloads for the first paint of every page: fonts, which no brotli makes smaller. */
export const shellWeights = ({ fonts }: Budgets, { entry, files }: ReleaseManifest): Weight[] => {
  const bytes = (entry.fonts ?? []).reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0);
  return [{ what: 'Fonts', bytes, budget: fonts }];
};

type WeighedPage = ReturnType<typeof remotePages>[number];

const remotePages = ({ candidate: { manifest }, shell, live }: GateContext, budgets: Budgets) =>
  manifest.routes.map((route) => {
    const known = live?.routes.find(({ path }) => path === route.path);
    return {
      path: route.path,
      is: pageWeights(budgets, shell.manifest, manifest, route),
      // Undefined for a new page.
      was: live && known && pageWeights(budgets, shell.manifest, live, known),
    };
  });

/** The pages of all live remotes, which the shell is part of. A page already over budget is left to its own team. */
const shellPages = ({ candidate: { manifest }, live, remotes }: GateContext, budgets: Budgets): WeighedPage[] =>
  remotes
    .flatMap((remote) =>
      remote.routes.map((route) => ({
        path: route.path,
        is: pageWeights(budgets, manifest, remote, route),
        was: live && pageWeights(budgets, live, remote, route),
      })),
    )
    .filter(({ was = [] }) => was.every(({ bytes, budget }) => bytes <= budget));

const sum = (weights: readonly Weight[]): number => weights.reduce((all, { bytes }) => all + bytes, 0);

const pageFaults = ({ path, is, was }: WeighedPage, lighter: string): Fault[] => [
  ...overBudget(path, is, { ...LIGHTER, Scripts: lighter }),
  ...(was ? grown(path, sum(was), sum(is), PAGE_GROWTH) : []),
];

const growth = (before: ReleaseManifest, after: ReleaseManifest): Fault[] =>
  KINDS.flatMap(({ where, endings, growth }) => grown(where, total(before, endings), total(after, endings), growth));

const overLimit = (where: string, bytes: number, allowed: number): Fault[] =>
  over(bytes, allowed, {
    where,
    what: `${kB(bytes)} in a first release; ${kB(allowed)} are allowed.`,
    todo: 'Leave out what visitors do not need, or skip this check and say why.',
  });

const firstRelease = (manifest: ReleaseManifest): Fault[] => [
  ...browserFiles({ manifest }, ...CODE).flatMap((file) =>
    overLimit(file, manifest.files[file]?.bytes ?? 0, FIRST_SCRIPT),
  ),
  ...KINDS.flatMap(({ where, endings, first }) => overLimit(where, total(manifest, endings), first)),
];

export const sizes: Check = {
  name: 'sizes',
  holds: 'pages are within budget and have not grown much',
  async *run(context) {
    const { manifest } = context.candidate;
    const { budgets } = await siteDefinition();
    const weighed = isRemote(context.candidate) ? remotePages(context, budgets) : shellPages(context, budgets);
    const scripts = await Promise.all(
      browserFiles(context.candidate, '.js').map((file) => context.candidate.bytes(file)),
    );
    // Every copy of zod contains this name, minified or not.
    const lighter = scripts.some((text) => text.includes('__zod_globalConfig')) ? WITHOUT_ZOD : LATER;
    for (const page of weighed) yield* pageFaults(page, lighter);
    if (!isRemote(context.candidate)) yield* overBudget('entry.fonts', shellWeights(budgets, manifest));
    yield* context.live ? growth(context.live, manifest) : firstRelease(manifest);
  },
};
