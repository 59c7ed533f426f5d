import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { AskedAddresses } from './checks/addresses';
import type { PageFindings } from './checks/pages';
import type { CloseFindings } from './close-look';
import type { GateSite } from './site';

/** Something that keeps a release from going live. */
export interface Fault {
  /** File, page or lifecycle: where to look. */
  where: string;
  /** What is wrong, in one sentence. */
  what: string;
  /** What to do about it, in one sentence. */
  todo: string;
}

export interface ReadableRelease {
  manifest: ReleaseManifest;
  /** @throws ReleaseError when the bytes are not the promised ones */
  bytes(file: string): Promise<Buffer>;
  /** A compressed form that lies beside a file. @throws when it cannot be read */
  packed(file: string, ending: '.br' | '.gz'): Promise<Buffer>;
}

/** A release that is to go live, and what is live. */
export interface TriedRelease {
  candidate: ReadableRelease;
  /** The live shell, or the candidate when it is the shell itself. */
  shell: ReadableRelease;
  /** The app's live release; undefined for an app that is new. */
  live: ReleaseManifest | undefined;
  /** The live remotes, the candidate's own live release among them. */
  remotes: readonly ReleaseManifest[];
}

/** What checks are given. */
export interface GateContext extends TriedRelease {
  /** The package's folder, when the candidate was built from it just now. */
  sources: string | undefined;
  /** Says something of the release that is not a fault. */
  note(text: string): void;
  /** The live site with the candidate laid over it, in a composer and a browser of the gate's own. */
  site(): Promise<GateSite>;
  /** What was found on its pages, in every view. */
  visits(): Promise<PageFindings[]>;
  /** What a close look at one page of each route found. */
  closeLooks(): Promise<CloseFindings[]>;
  /** All addresses of the site, as its server answers them. */
  addresses(): Promise<AskedAddresses>;
}

/** One thing that must hold before a release goes live. */
export interface Check {
  /** As `--skip` takes it. */
  name: string;
  /** What holds when nothing is found, in few words. */
  holds: string;
  /** Of a check without a browser: why it does not apply to the shell; undefined when it does. */
  notOfShell?: string;
  /** Why it does not apply to this remote; undefined when it does. */
  inapplicable?(context: GateContext): string | undefined | Promise<string | undefined>;
  run(context: GateContext): AsyncIterable<Fault>;
}

/** All that a check finds. */
export async function faultsOf(check: Pick<Check, 'run'>, context: GateContext): Promise<Fault[]> {
  const faults: Fault[] = [];
  for await (const fault of check.run(context)) faults.push(fault);
  return faults;
}

/** What a close look found of one kind, as faults. */
export async function* closeFaults(
  { closeLooks }: GateContext,
  kind: 'layout' | 'storage' | 'troubles',
  todo: string,
): AsyncGenerator<Fault> {
  for (const found of await closeLooks()) for (const what of found[kind]) yield { where: found.path, what, todo };
}

export const kB = (count: number): string => `${(count / 1000).toFixed(1)} kB`;

export const isRemote = ({ manifest }: ReadableRelease): boolean => manifest.app !== 'shell';

/** Names of a release's files that browsers get, by their endings. */
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

/** What the server runs, the page on which QA sees the release alone, and what foreign hosts load: none is on the site's pages. */
const isApart = ({ entry, routes, fragments }: ReleaseManifest, file: string): boolean => {
  const onPages = [...entry.js, ...entry.css, ...[...routes, ...fragments].flatMap(({ js, css }) => [...js, ...css])];
  const onStandalone = [...(entry.standalone?.js ?? []), ...(entry.standalone?.css ?? [])];
  return file.startsWith('node/') || ((APART.test(file) || onStandalone.includes(file)) && !onPages.includes(file));
};
