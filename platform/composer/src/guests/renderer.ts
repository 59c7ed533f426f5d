import type { PublicConfig } from '@wholepage/contracts/mount';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import {
  deniedSchema,
  type FragmentResult,
  fragmentResultSchema,
  type RenderResult,
  redirectSchema,
  renderedPageSchema,
} from '@wholepage/contracts/render';
import * as z from 'zod';
import { CircuitOpenError, GuestBusyError, GuestEndedError, RenderError, RenderTimeoutError } from '../errors';
import { whyNoFragment } from '../html/parse-fragment';
import { AROUND_FRAGMENT, AROUND_LAYOUT } from '../html/scan-fragment';
import type { BackEnds } from '../http/proxy/api-proxy';
import { reason } from '../log';
import { scriptText } from '../pages/document/document';
import type { LoadedRelease } from '../releases/release-set';
import { Guest, type GuestEnd } from './pool/guest';
import { Circuit, GuestPools, Quarantine, SpareGuest } from './pool/guest-pools';
import { ApiBridge, RenderTask } from './render-task';
import type { GuestRequests, GuestTaskKind } from './wire/protocol';
import { ThrownError } from './wire/thrown';

/** What became of a page: `failed` is what it threw itself, `refused` what was never tried, or a visitor asked for wrongly. */
export type RenderOutcome = 'rendered' | 'failed' | 'ended' | 'timeout' | 'refused';

/** Called with what releases do. */
export interface RenderObserver {
  rendered(release: ReleaseManifest, outcome: RenderOutcome, seconds: number): void;
  /** A process ended that nobody had asked to. */
  guestEnded(release: ReleaseManifest, end: GuestEnd): void;
  /** The composer worked for a release's process for so long, in ms. */
  worked(release: ReleaseManifest, ms: number): void;
  /** A page, fragment or layout could not be made, by the release's fault. @param page pattern of its route, or none */
  threw(release: ReleaseManifest, page: string, error: Error): void;
  /** A page's call of the API came to nothing. */
  apiFailed(release: ReleaseManifest, why: string): void;
}

const outcomeOf = (cause: unknown): RenderOutcome => {
  if (cause instanceof GuestEndedError) return 'ended';
  if (cause instanceof RenderTimeoutError) return 'timeout';
  return cause instanceof GuestBusyError ? 'refused' : 'failed';
};

/** What a release says of props that its fragment does not take (remote-kit). */
const isPropsRefusal = (cause: unknown): boolean =>
  cause instanceof ThrownError && cause.failure.name === 'FragmentRequestError';

const releaseKey = ({ app, version }: ReleaseManifest): string => `${app} ${version}`;

interface RendererOptions {
  /** The program of a guest, see guest-main.ts. */
  guestFile: string;
  /** Processes of one release at most. */
  processes: number;
  /** Time that a page may compute; its waits for the API and for its turn left out. */
  timeoutMs: number;
  /** The same for a fragment. */
  fragmentTimeoutMs: number;
  /** Of one process, in MB. */
  memoryMb: number;
  apiOrigin: string;
  /** Other origins that a release may read from. */
  origins: string[];
  /** Other origins that a page may send its visitors on to; default: none. */
  redirectOrigins?: readonly string[];
  /** Back ends that remotes have of their own. */
  backEnds?: BackEnds;
  circuit?: Circuit;
  observer: RenderObserver;
}

/** Processes that may stand ready for visitors who may never come: each takes some 50 MB. */
const WARM_LIMIT = 8;

/** Renders layouts, pages and lists of addresses in processes that can do no harm, and in bounded time. */
export class Renderer {
  private readonly pools: GuestPools;
  private readonly circuit: Circuit;
  private readonly quarantine = new Quarantine();
  private readonly bridge: ApiBridge;
  private readonly spare: SpareGuest;
  private closed = false;

  constructor(private readonly options: RendererOptions) {
    const { apiOrigin, origins, backEnds, guestFile, memoryMb } = options;
    this.circuit = options.circuit ?? new Circuit();
    this.bridge = new ApiBridge({ apiOrigin, origins, ...(backEnds && { backEnds }) });
    this.spare = new SpareGuest((watcher) => new Guest({ guestFile, memoryMb }, this.bridge, watcher));
    this.pools = new GuestPools({
      processes: options.processes,
      newGuest: (watcher) => this.spare.take(watcher),
      onGuestEnded: (manifest, end) => this.onGuestEnded(manifest, end),
      onWork: (manifest, ms) => options.observer.worked(manifest, ms),
    });
    // Its process starts while the releases are read and checked.
    this.spare.prepare();
  }

  /**
   * @param route pattern of the page; one that fails again and again does not stand in the way of the others
   * @param trace W3C `traceparent` for the calls that it makes
   * @throws RenderError naming the remote, its version and the reason
   */
  async page(
    release: LoadedRelease,
    route: string,
    request: GuestRequests['page'],
    trace?: string,
  ): Promise<RenderResult> {
    return this.guarded(release, `${releaseKey(release.manifest)} ${route}`, async () => {
      const answer = await this.run(release, 'page', request, trace, route);
      return this.read(release, () =>
        readPage(answer, { url: request.url, origins: this.options.redirectOrigins ?? [] }),
      );
    });
  }

  /** Does this unless it failed again and again, and tells what became of it. @param key of its circuit */
  private async guarded<Result>(
    release: LoadedRelease,
    key: string,
    work: () => Promise<Result>,
    hasVisitorProps = false,
  ): Promise<Result> {
    const began = performance.now();
    const report = (outcome: RenderOutcome) =>
      this.options.observer.rendered(release.manifest, outcome, (performance.now() - began) / 1000);
    if (!this.quarantine.admits(releaseKey(release.manifest)) || !this.circuit.admits(key)) {
      report('refused');
      throw new CircuitOpenError(`${key}: left alone after repeated failures`);
    }
    try {
      const result = await work();
      this.circuit.succeeded(key);
      report('rendered');
      return result;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const outcome = hasVisitorProps && isPropsRefusal(cause) ? 'refused' : outcomeOf(cause);
      this.count(key, outcome);
      report(outcome);
      throw error instanceof RenderError ? error : this.named(release, error);
    }
  }

  /**
   * @param hasVisitorProps a visitor wrote its props: wrong ones are no fault of the release
   * @throws RenderError naming the remote, its version and the reason
   */
  async fragment(
    release: LoadedRelease,
    request: GuestRequests['fragment'],
    trace?: string,
    hasVisitorProps = false,
  ): Promise<FragmentResult> {
    // What visitors write takes a fragment from no page.
    const key = `${releaseKey(release.manifest)} ${hasVisitorProps ? "visitors' " : ''}fragment ${request.name}`;
    const work = async () => {
      const answer = await this.run(release, 'fragment', request, trace, '', hasVisitorProps);
      return this.read(release, () => readFragment(answer));
    };
    return this.guarded(release, key, work, hasVisitorProps);
  }

  /** @throws RenderError when the shell's release makes no layout with a place for a page */
  async layout(release: LoadedRelease, request: GuestRequests['layout']): Promise<LayoutPieces> {
    const answer = await this.run(release, 'layout', request);
    return this.read(release, () => readLayout(answer));
  }

  /** Addresses that the release found out; none when it has nothing to find out. */
  async sitemap(release: LoadedRelease, config: PublicConfig): Promise<string[]> {
    const answer = await this.run(release, 'sitemap', { config });
    return this.read(release, () => readSitemap(answer));
  }

  /** The text of a file that the release declares. @throws RenderError when it makes none */
  async file(release: LoadedRelease, request: GuestRequests['file']): Promise<string> {
    const answer = await this.run(release, 'file', request);
    return this.read(release, () => readFile(answer));
  }

  /** Reads a release's code before its first visitor comes, unless many are ahead already. */
  async warm(release: LoadedRelease): Promise<void> {
    if (this.closed || this.pids.length >= WARM_LIMIT) return;
    await this.pools.of(release).warm();
  }

  /** Process ids of all guests under way. */
  get pids(): number[] {
    return this.pools.pids;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pools.close();
    await this.spare.close();
    await this.bridge.close();
  }

  /** Whatever fails while its answer is read is the release's failure, and the time its own. */
  private read<T>(release: LoadedRelease, readAnswer: () => T): T {
    const began = performance.now();
    try {
      return readAnswer();
    } catch (error) {
      throw this.named(release, error);
    } finally {
      this.options.observer.worked(release.manifest, performance.now() - began);
    }
  }

  private async run<K extends GuestTaskKind>(
    release: LoadedRelease,
    kind: K,
    request: GuestRequests[K],
    trace?: string,
    page = '',
    hasVisitorProps = false,
  ): Promise<unknown> {
    const { timeoutMs, fragmentTimeoutMs } = this.options;
    const limitMs = kind === 'fragment' ? fragmentTimeoutMs : timeoutMs;
    const task = new RenderTask(kind, request, limitMs, trace, release.manifest.app);
    try {
      return await this.pools.of(release).run(task);
    } catch (error) {
      const isFault = !(error instanceof GuestBusyError) && !(hasVisitorProps && isPropsRefusal(error));
      if (error instanceof Error && isFault) this.options.observer.threw(release.manifest, page, error);
      throw this.named(release, error);
    } finally {
      if (task.apiFailure) this.options.observer.apiFailed(release.manifest, task.apiFailure);
    }
  }

  private onGuestEnded(manifest: ReleaseManifest, end: GuestEnd): void {
    this.options.observer.guestEnded(manifest, end);
    if (end.cause === 'protocolViolation') this.quarantine.violated(releaseKey(manifest));
  }

  private named({ manifest }: LoadedRelease, error: unknown): RenderError {
    return new RenderError(`${manifest.app} ${manifest.version}: ${reason(error)}`, { cause: error });
  }

  /** What a page throws costs next to nothing, and a queue is nobody's fault; lost processes and lost time count. */
  private count(key: string, outcome: RenderOutcome): void {
    if (outcome === 'ended' || outcome === 'timeout') this.circuit.failed(key);
    else this.circuit.undecided(key);
  }
}

/** Bytes. Our longest page is a fiftieth of it. */
const LARGEST_HTML = 2 * 1024 * 1024;
/** Bytes of data as they stand in the page: a `<` has six. */
const LARGEST_DATA = 512 * 1024;
const LONGEST_MAX_AGE_SECONDS = 365 * 24 * 3_600;
const REASONS = 3;

/** Any origin serves to read a path by. */
const SOME_ORIGIN = 'http://site.invalid';

const isAddress = (value: string): boolean =>
  URL.canParse(value, SOME_ORIGIN) && /^https?:$/.test(new URL(value, SOME_ORIGIN).protocol);

/** The page itself, or another of the site: search engines would list the address of another site in its place. */
const isOwnPath = (value: string): boolean => {
  if (!URL.canParse(value, SOME_ORIGIN)) return false;
  const { href, pathname } = new URL(value, SOME_ORIGIN);
  // `blob:` has the origin of what is behind it.
  return href.startsWith(`${SOME_ORIGIN}/`) && !pathname.startsWith('//');
};

const addressSchema = z.string().max(2_048).refine(isAddress, 'is not an address of the web').optional();

/** @param json of a length that is bounded already by the message that it came in */
const isSmall = (json: string): boolean =>
  json.length <= LARGEST_DATA && Buffer.byteLength(scriptText(json)) <= LARGEST_DATA;

const bounded = <T extends z.ZodType>(schema: T): T =>
  schema.refine(
    (value) => isSmall(JSON.stringify(value) ?? ''),
    `has more than ${LARGEST_DATA} bytes as it is written`,
  );

const htmlSchema = z.string().refine((html) => Buffer.byteLength(html) <= LARGEST_HTML, {
  error: `has more than ${LARGEST_HTML} bytes`,
  abort: true,
});

const pageSchema = renderedPageSchema.extend({
  head: renderedPageSchema.shape.head.extend({
    canonical: z.string().max(2_048).refine(isOwnPath, 'is not a path of the site').optional(),
    image: addressSchema,
    jsonLd: bounded(renderedPageSchema.shape.head.shape.jsonLd),
  }),
  html: htmlSchema.superRefine((html, context) => {
    const why = whyNoFragment(html);
    if (why) context.addIssue({ code: 'custom', message: why });
  }),
  data: bounded(renderedPageSchema.shape.data),
  maxAge: z.number().min(0).max(LONGEST_MAX_AGE_SECONDS),
});

const fragmentSchema = fragmentResultSchema.extend({
  html: fragmentResultSchema.shape.html.superRefine((html, context) => {
    const why = whyNoFragment(html, AROUND_FRAGMENT);
    if (why) context.addIssue({ code: 'custom', message: why });
  }),
  data: bounded(fragmentResultSchema.shape.data),
});

/** The shell's header and footer, as HTML before and after the place of the page. */
const layoutPiecesSchema = z
  .object({ before: htmlSchema.min(1), after: htmlSchema.min(1) })
  .superRefine(({ before, after }, context) => {
    const why = whyNoFragment(before + after, AROUND_LAYOUT);
    if (why) context.addIssue({ code: 'custom', message: why });
  });
export type LayoutPieces = z.output<typeof layoutPiecesSchema>;

/** A path as it may stand in `sitemap.xml`. */
const PATH = /^\/(?!\/)[^\s<>"\\\p{Cc}]*$/u;
const sitemapSchema = z.array(z.string().max(2_048).regex(PATH)).max(50_000).nullable();

/** Two million characters of a feed are thousands of posts. */
const fileSchema = z.string().min(1).max(2_000_000);

const read = <T extends z.ZodType>(schema: T, what: string, answer: unknown): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues
    .slice(0, REASONS)
    .map(({ path, message }) => (path.length > 0 ? `${path.slice(0, 4).join('.')} ${message}` : message).slice(0, 200));
  throw new RenderError(`its ${what} is refused: ${reasons.join('; ')}`);
};

/** Where a page may send its visitors on to. */
interface RedirectScope {
  /** Address of the page. */
  url: string;
  /** Beside the site itself. */
  origins: readonly string[];
}

const isFor = (to: string, { url, origins }: RedirectScope): boolean => {
  if (!URL.canParse(to, url)) return false;
  const [target, page] = [new URL(to, url), new URL(url)];
  if (target.origin !== page.origin)
    return /^https?:\/\//.test(to) && origins.includes(target.origin) && !target.username && !target.password;
  const isItself = target.pathname === page.pathname && target.search === page.search;
  // Of `/.//other.example` a browser makes the address of another site.
  return /^\/[^\s\\\p{Cc}]*$/u.test(to) && !target.pathname.includes('//') && !isItself;
};

const redirectsWithin = (scope: RedirectScope) =>
  redirectSchema.extend({
    to: redirectSchema.shape.to.refine(
      (to) => isFor(to, scope),
      'is the page itself, or neither a path of the site nor of an origin that redirectOrigins in site.ts names',
    ),
    maxAge: z.number().min(0).max(LONGEST_MAX_AGE_SECONDS).optional(),
  });

/** @throws RenderError with what is wrong with a page that a guest answered */
export function readPage(answer: unknown, scope: RedirectScope): RenderResult {
  const given = typeof answer === 'object' && answer !== null ? answer : {};
  if ('to' in given) return read(redirectsWithin(scope), 'redirect', answer);
  if ('denied' in given) return read(deniedSchema, 'denied answer', answer);
  return read(pageSchema, 'page', answer);
}

/** @throws RenderError with what is wrong with a fragment that a guest answered */
const readFragment = (answer: unknown): FragmentResult => read(fragmentSchema, 'fragment', answer);

/** @throws RenderError when the shell's release makes no layout with a place for a page */
export const readLayout = (answer: unknown): LayoutPieces => read(layoutPiecesSchema, 'layout', answer);

/** @returns no paths for a release that finds out none @throws RenderError when it is not a list of paths */
export const readSitemap = (answer: unknown): string[] => read(sitemapSchema, 'sitemap', answer) ?? [];

/** @throws RenderError when a release makes no text of a file that it declares */
const readFile = (answer: unknown): string => read(fileSchema, 'file', answer);
