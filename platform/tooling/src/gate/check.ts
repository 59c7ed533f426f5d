import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { AskedAddresses } from './checks/addresses';
import type { PageFindings } from './checks/pages';
import type { CloseFindings } from './close-look';
import type { GateSite } from './site';

/** A reason why a release may not go live. */
export interface Fault {
  /** The place to look at: a file, a page or a lifecycle. */
  where: string;
  /** What is wrong, in one sentence. */
  what: string;
  /** How to mend it, in one sentence. */
  todo: string;
}

export interface ReadableRelease {
  manifest: ReleaseManifest;
  /** @throws ReleaseError when the bytes do not match the manifest's hash */
  bytes(file: string): Promise<Buffer>;
  /** The compressed form of a file. @throws when it cannot be read */
  packed(file: string, ending: '.br' | '.gz'): Promise<Buffer>;
}

/** A release that is to go live, beside the live releases. */
export interface TriedRelease {
  candidate: ReadableRelease;
  /** The live shell; the candidate, when it is a shell. */
  shell: ReadableRelease;
  /** The app's live release; undefined for a new app. */
  live: ReleaseManifest | undefined;
  /** The live remotes, with the live release of the candidate's own app. */
  remotes: readonly ReleaseManifest[];
}

/** The input of each check. */
export interface GateContext extends TriedRelease {
  /** The package's folder, when the candidate was just built from it. */
  sources: string | undefined;
  /** Prints a remark about the release that is not a fault. */
  note(text: string): void;
  /** The live site with the candidate laid over it, in the gate's own composer and browser. */
  site(): Promise<GateSite>;
  /** The findings on its pages, in every view. */
  visits(): Promise<PageFindings[]>;
  /** The findings of a close look at one page of each route. */
  closeLooks(): Promise<CloseFindings[]>;
  /** The server's answers at all addresses of the site. */
  addresses(): Promise<AskedAddresses>;
}

/** A condition that must hold before a release goes live. */
export interface Check {
  /** The name that `--skip` takes. */
  name: string;
  /** The condition in few words, printed when no fault is found. */
  holds: string;
  /** The reason why a check without a browser does not apply to the shell; undefined when it applies. */
  notOfShell?: string;
  /** The reason why the check does not apply to this remote; undefined when it applies. */
  inapplicable?(context: GateContext): string | undefined | Promise<string | undefined>;
  run(context: GateContext): AsyncIterable<Fault>;
}

/** Runs a check to its end. @returns all its faults */
export const faultsOf = (check: Pick<Check, 'run'>, context: GateContext): Promise<Fault[]> =>
  Array.fromAsync(check.run(context));

/** Turns the close look's findings of one kind into faults. */
export async function* closeFaults(
  { closeLooks }: GateContext,
  kind: 'layout' | 'storage' | 'troubles',
  todo: string,
): AsyncGenerator<Fault> {
  for (const found of await closeLooks()) for (const what of found[kind]) yield { where: found.path, what, todo };
}

export const kB = (count: number): string => `${(count / 1000).toFixed(1)} kB`;

export const isRemote = ({ manifest }: ReadableRelease): boolean => manifest.app !== 'shell';

/** Names of the release's files with these endings that browsers load on the site's pages. */
export const browserFiles = ({ manifest }: Pick<ReadableRelease, 'manifest'>, ...endings: string[]): string[] =>
  Object.keys(manifest.files).filter(
    (file) => !isApart(manifest, file) && endings.some((ending) => file.endsWith(ending)),
  );

export const browserTexts = (
  release: ReadableRelease,
  ...endings: string[]
): Promise<{ file: string; text: Buffer }[]> =>
  Promise.all(browserFiles(release, ...endings).map(async (file) => ({ file, text: await release.bytes(file) })));

const APART = /^assets\/(standalone-page|embed|foreign)\./;

/** True for files that are not on the site's pages: the server's, those of the standalone page, and those of foreign hosts. */
const isApart = ({ entry, routes, fragments }: ReleaseManifest, file: string): boolean => {
  const onPages = [...entry.js, ...entry.css, ...[...routes, ...fragments].flatMap(({ js, css }) => [...js, ...css])];
  const onStandalone = [...(entry.standalone?.js ?? []), ...(entry.standalone?.css ?? [])];
  return file.startsWith('node/') || ((APART.test(file) || onStandalone.includes(file)) && !onPages.includes(file));
};
