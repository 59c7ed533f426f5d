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

const overBudget = (where: string, what: string, bytes: number, budget: number, todo = LATER): Fault[] =>
  over(bytes, budget, { where, what: `${what} of ${kB(bytes)} after brotli; the budget is ${kB(budget)}.`, todo });

export const brotliOf = ({ files }: ReleaseManifest, names: readonly string[]): number =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.brotli ?? 0), 0);

/** A page's first load in bytes after brotli, with the shell, by the releases' manifests. */
export const routeBytes = (shell: ReleaseManifest, remote: ReleaseManifest, route: ReleaseRoute) => ({
  scripts: brotliOf(shell, shell.entry.js) + brotliOf(remote, [...remote.entry.js, ...route.js]),
  styles: brotliOf(shell, shell.entry.css) + brotliOf(remote, [...remote.entry.css, ...route.css]),
});

/** Bytes of the fonts that the shell preloads for the first paint of every page. */
export const firstFontBytes = ({ entry, files }: ReleaseManifest): number =>
  (entry.fonts ?? []).reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0);

type PageBytes = ReturnType<typeof routeBytes>;

type WeighedPage = ReturnType<typeof remotePages>[number];

const remotePages = ({ candidate: { manifest }, shell, live }: GateContext) =>
  manifest.routes.map((route) => {
    const known = live?.routes.find(({ path }) => path === route.path);
    return {
      route,
      is: routeBytes(shell.manifest, manifest, route),
      // Undefined for a new page.
      was: live && known && routeBytes(shell.manifest, live, known),
    };
  });

const isWithin = (budgets: Budgets, route: ReleaseRoute, { scripts, styles }: PageBytes): boolean =>
  scripts <= budgets.scripts(route) && styles <= budgets.styles;

/** The pages of all live remotes, which the shell is part of. A page already over budget is left to its own team. */
const shellPages = ({ candidate: { manifest }, live, remotes }: GateContext, budgets: Budgets): WeighedPage[] =>
  remotes
    .flatMap((remote) =>
      remote.routes.map((route) => ({
        route,
        is: routeBytes(manifest, remote, route),
        was: live && routeBytes(live, remote, route),
      })),
    )
    .filter(({ route, was }) => !was || isWithin(budgets, route, was));

const pageFaults = ({ route, is, was }: WeighedPage, budgets: Budgets, lighter: string): Fault[] => [
  ...overBudget(route.path, 'Scripts', is.scripts, budgets.scripts(route), lighter),
  ...overBudget(route.path, 'Styles', is.styles, budgets.styles),
  ...(was ? grown(route.path, was.scripts + was.styles, is.scripts + is.styles, PAGE_GROWTH) : []),
];

const fontFaults = (manifest: ReleaseManifest, { fonts }: Budgets): Fault[] =>
  over(firstFontBytes(manifest), fonts, {
    where: 'entry.fonts',
    what: `Fonts of ${kB(firstFontBytes(manifest))} before the first paint; the budget is ${kB(fonts)}.`,
    todo: 'Name fewer of them, or make them smaller.',
  });

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
    const weighed = isRemote(context.candidate) ? remotePages(context) : shellPages(context, budgets);
    const scripts = await Promise.all(
      browserFiles(context.candidate, '.js').map((file) => context.candidate.bytes(file)),
    );
    // Every copy of zod contains this name, minified or not.
    const lighter = scripts.some((text) => text.includes('__zod_globalConfig')) ? WITHOUT_ZOD : LATER;
    for (const page of weighed) yield* pageFaults(page, budgets, lighter);
    if (!isRemote(context.candidate)) yield* fontFaults(manifest, budgets);
    yield* context.live ? growth(context.live, manifest) : firstRelease(manifest);
  },
};
