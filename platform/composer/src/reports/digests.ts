import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Thrown, VisitReport } from '@wholepage/contracts/report';
import { LONGEST_TEXT, MOST_FRAMES } from '@wholepage/contracts/report-limits';
import { inRounds } from '@wholepage/page-rules/time-limit';
import {
  addTo,
  type BrowserFamily,
  type Device,
  type Digest,
  type DigestCause,
  type DigestPage,
  DigestWriter,
  type Hold,
  holdSchema,
  MOST_CAUSES,
  MOST_HOLDS,
  MOST_PAGES,
  MOST_RENDERS,
} from '@wholepage/releases/digests/digest';
import { reason } from '../log';
import type { Parts } from '../parts';

/** Most new causes and visits that one network adds to a digest, so that nobody fills it alone. */
const MOST_OF_NETWORK = { causes: 3, visits: 20 };
/** Most networks counted; reports of further ones are dropped. */
const MOST_NETWORKS = 50_000;
const NAME = /^[A-Za-z_$][\w$]{0,59}$/;

/** The sender of a report; never stored. */
interface Reporter {
  network: string;
  browser: BrowserFamily;
  device: Device;
  isVerified: boolean;
}

type ThrownAfter = Thrown & Pick<DigestCause, 'breadcrumbs'>;

type Seen = Pick<DigestCause, 'app' | 'version' | 'where' | 'phase' | 'page'>;

/** Collects a digest of bounded size. */
export class DigestCollector {
  private readonly causes = new Map<string, { cause: DigestCause; networks: Set<string> }>();
  private readonly pages = new Map<string, DigestPage>();
  private readonly renders = new Map<string, Digest['renders'][number]>();
  private readonly networks = new Map<string, { causes: number; visits: number }>();
  private readonly held = new Map<string, Hold>();
  /** Pages that failed, each with the network that met the failure. */
  private readonly failing = new Set<string>();
  private dropped = 0;

  /** Adds a browser's report on a release. @param page pattern of its route, or none */
  report(report: VisitReport, page: string, reporter: Reporter): void {
    const { app, version, failed, error, breadcrumbs = [] } = report;
    const share = this.shareOf(reporter.network);
    if (failed) {
      const seen = { app, version, where: reporter.browser, phase: failed, page };
      const thrown = { ...(error ?? { name: '', message: '', stack: [] }), breadcrumbs };
      this.thrown(seen, thrown, reporter.network, reporter.isVerified);
    }
    share.visits += 1;
    if (share.visits > MOST_OF_NETWORK.visits) this.dropped += 1;
    else this.visit(report, page, reporter);
  }

  serverFailed(release: Pick<DigestCause, 'app' | 'version' | 'page'>, error: Thrown): void {
    const seen = { ...release, where: 'server', phase: 'render' } as const;
    this.thrown(seen, { ...error, breadcrumbs: [] }, undefined, true);
  }

  rendered({ app, version }: Pick<DigestCause, 'app' | 'version'>, isMade: boolean): void {
    const key = `${app} ${version}`;
    if (this.renders.size >= MOST_RENDERS && !this.renders.has(key)) return;
    this.renders.getOrInsert(key, { app, version, made: 0, failed: 0 })[isMade ? 'made' : 'failed'] += 1;
  }

  /** Records the fragments of a rendered page. @param fragments as `app/name` */
  holds(holder: Pick<Hold, 'app' | 'page'>, fragments: readonly string[]): void {
    for (const key of fragments) {
      const [of, fragment] = key.split('/');
      const { data: hold } = holdSchema.safeParse({ ...holder, of, fragment });
      if (hold && this.held.size < MOST_HOLDS) this.held.set(`${holder.app} ${holder.page} ${key}`, hold);
    }
  }

  take(): Pick<Digest, 'causes' | 'pages' | 'renders' | 'holds' | 'dropped'> {
    const { causes, pages, renders, networks, held, failing, dropped } = this;
    const taken = {
      causes: [...causes.values()].map(({ cause }) => cause),
      pages: [...pages.values()],
      renders: [...renders.values()],
      holds: [...held.values()],
      dropped,
    };
    for (const each of [causes, pages, renders, networks, held, failing]) each.clear();
    this.dropped = 0;
    return taken;
  }

  private shareOf(network: string): { causes: number; visits: number } {
    if (this.networks.size >= MOST_NETWORKS && !this.networks.has(network)) return { ...MOST_OF_NETWORK };
    return this.networks.getOrInsert(network, { causes: 0, visits: 0 });
  }

  /** Adds an error. A network counts once a cause. */
  private thrown(seen: Seen, error: ThrownAfter, network: string | undefined, isVerified: boolean): void {
    const name = NAME.test(error.name) ? error.name : 'Error';
    const message = impersonal(error.message, LONGEST_TEXT);
    const stack = error.stack.slice(0, MOST_FRAMES);
    const { app, version, where, phase, page } = seen;
    const key = JSON.stringify([app, version, where, phase, page, name, message, stack.slice(0, 3)]);
    const known = this.causes.get(key);
    if (known) {
      if (network !== undefined && known.networks.has(network)) return;
      if (network !== undefined && known.networks.size < MOST_NETWORKS) known.networks.add(network);
      known.cause.count += 1;
      // Breadcrumbs of a verified page view replace those that anybody may have invented.
      if (isVerified && known.cause.verified === 0) known.cause.breadcrumbs = error.breadcrumbs;
      if (isVerified) known.cause.verified += 1;
      return;
    }
    if (!this.makeRoom(network)) {
      this.dropped += 1;
      return;
    }
    const { breadcrumbs } = error;
    const cause = { ...seen, name, message, stack, breadcrumbs, count: 1, verified: isVerified ? 1 : 0 };
    this.causes.set(key, { cause, networks: new Set(network === undefined ? [] : [network]) });
  }

  /** Makes room for a cause. Causes of several networks stay; of the others a random one goes, so that no flood bars new ones. */
  private makeRoom(network: string | undefined): boolean {
    if (network !== undefined) {
      const share = this.shareOf(network);
      share.causes += 1;
      if (share.causes > MOST_OF_NETWORK.causes) return false;
    }
    if (this.causes.size < MOST_CAUSES) return true;
    const rare = [...this.causes].filter(([, { cause }]) => cause.count === 1 && cause.where !== 'server');
    const [key] = rare[Math.floor(Math.random() * rare.length)] ?? [];
    if (key === undefined) return false;
    this.dropped += 1;
    return this.causes.delete(key);
  }

  /** Adds a visit; of a failure only that its visit failed, because that visit is reported when the visitor leaves. */
  private visit(report: VisitReport, page: string, { device, network }: Pick<Reporter, 'device' | 'network'>): void {
    const { app, version, failed, lcp, inp, cls } = report;
    const key = `${app} ${version} ${page} ${device}`;
    const none = { visits: 0, failed: 0, lcp: {}, inp: {}, cls: {} };
    if (this.pages.size >= MOST_PAGES && !this.pages.has(key)) {
      this.dropped += 1;
      return;
    }
    const known = this.pages.getOrInsert(key, { app, version, page, device, ...none });
    const failure = `${key} ${network}`;
    if (!failed) known.visits += 1;
    else if (!this.failing.has(failure)) known.failed += 1;
    if (failed) this.failing.add(failure);
    if (lcp !== undefined) addTo(known.lcp, lcp);
    if (inp !== undefined) addTo(known.inp, inp);
    if (cls !== undefined) addTo(known.cls, cls);
  }
}

/** Parts of a message that may be personal data, and their replacements. Identifiers of the source that engines quote stay. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]{1,20}:\S+/gi, '<address>'],
  // Anchored at the word's start: a match from each letter would scan a long word 64 times.
  [/(?<![^\s@<>"'`])[^\s@<>"'`]+@[^\s@<>"'`]+/g, '<e-mail>'],
  [/(?<![\w<])\/[\w%~.-]+[^\s)]*/g, '<path>'],
  [/\+?\d[\d ().-]{4,}\d|\d{3,}/g, '<number>'],
];

/** A quotation, with the word before it by which engines quote the source. Apostrophes within words are not quotes. */
const QUOTED =
  /(\b(?:reading|setting|property) )?(?:"(.*?)(?:"|$)|`(.*?)(?:`|$)|[“‘](.*?)(?:[”’]|$)|(?<!\w)'(.*?)(?:'(?!\w)|$))/g;
const IDENTIFIER = /^[\w$]{1,40}$/;

const unquoted = (all: string, word: string | undefined, ...texts: (string | undefined)[]): string => {
  if (!word) return '<text>';
  return texts.slice(0, 4).some((text) => text && IDENTIFIER.test(text)) ? all : `${word}<text>`;
};

/** Removes possible personal data from an error's message: quoted texts, addresses, numbers of three digits and more. */
export function impersonal(message: string, most: number): string {
  let text = message
    .slice(0, most)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(QUOTED, unquoted);
  for (const [pattern, name] of PERSONAL) text = text.replaceAll(pattern, name);
  return text.trim().slice(0, most);
}

const EVERY_MS = 10_000;
const ROUNDS_OF_AN_HOUR = 360;

/** Writes this composer's digest every ten seconds, for the console. */
export class DigestKeeper {
  private readonly composer = { id: randomUUID(), host: hostname().slice(0, 100), startedAt: new Date().toISOString() };
  private readonly writer: DigestWriter;
  private isFailing = false;
  private rounds = 0;

  constructor(private readonly parts: Pick<Parts, 'digests' | 'privateStore' | 'watcher' | 'log'>) {
    this.writer = new DigestWriter(parts.privateStore, this.composer.id);
  }

  /** @returns function that stops, and writes what came in since */
  start(): () => Promise<void> {
    const stop = inRounds(EVERY_MS, () => this.write());
    return () => stop().then(() => this.write());
  }

  /** Writes what came in since the last write. An unavailable store is logged once; its reports are lost. */
  async write(now = Date.now()): Promise<void> {
    const { digests, watcher, log } = this.parts;
    const digest = { composer: this.composer, at: new Date(now).toISOString(), generation: watcher.generation };
    try {
      const isWritten = await this.writer.write({ ...digest, ...digests.take() }, now);
      if (!isWritten) log('warn', 'digest of reports is too large, and left out');
      if (this.isFailing) log('info', 'digests of reports are written again');
      this.isFailing = false;
      this.rounds += 1;
      if (this.rounds % ROUNDS_OF_AN_HOUR === 1) await this.writer.removeOld(now);
    } catch (error) {
      if (!this.isFailing) log('error', 'digests of reports cannot be written', { reason: reason(error) });
      this.isFailing = true;
    }
  }
}
