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
import { GuestBusyError, GuestEndedError, RenderError, RenderTimeoutError } from '../errors';
import { whyNoFragment } from '../html/parse-fragment';
import { AROUND_FRAGMENT, AROUND_LAYOUT } from '../html/scan-fragment';
import type { BackEnds } from '../http/proxy/api-proxy';
import { reason } from '../log';
import { scriptText } from '../pages/document/document';
import { type LoadedRelease, releaseKey } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { Guest, type GuestEnd } from './pool/guest';
import { Circuit, GuestPools, Quarantine, SpareGuest } from './pool/guest-pools';
import { ApiBridge, RenderTask } from './render-task';
import type { GuestRequests, GuestTaskKind } from './wire/protocol';
import { ThrownError } from './wire/thrown';

/** Outcome of a render. `failed`: its code threw. `refused`: never tried, or wrong input of a visitor. */
export type RenderOutcome = 'rendered' | 'failed' | 'ended' | 'timeout' | 'refused';

export interface RenderObserver {
  rendered(release: ReleaseManifest, outcome: RenderOutcome, seconds: number): void;
  guestEnded(release: ReleaseManifest, end: GuestEnd): void;
  /** Called with the ms that the composer worked for a release's process. */
  worked(release: ReleaseManifest, ms: number): void;
  /** Called when a render fails by the release's fault. @param page pattern of its route, or none */
  threw(release: ReleaseManifest, page: string, error: Error): void;
  apiFailed(release: ReleaseManifest, why: string): void;
}

const outcomeOf = (cause: unknown): RenderOutcome => {
  if (cause instanceof GuestEndedError) return 'ended';
  if (cause instanceof RenderTimeoutError) return 'timeout';
  return cause instanceof GuestBusyError ? 'refused' : 'failed';
};

/** Whether a fragment refused its props (remote-kit's error). */
const isPropsRefusal = (cause: unknown): boolean =>
  cause instanceof ThrownError && cause.failure.name === 'FragmentRequestError';

interface RendererOptions {
  guestFile: string;
  settings: Settings;
  backEnds: BackEnds;
  /** Default: one with the usual limits. */
  circuit: Circuit | undefined;
  observer: RenderObserver;
}

interface RunOptions {
  trace?: string | undefined;
  /** Pattern of its route. */
  page?: string;
  hasVisitorProps?: boolean;
}

/** Most processes that are warmed up without visitors: each takes some 50 MB. */
const WARM_LIMIT = 8;

/** Renders pages, layouts and sitemaps in confined processes, in bounded time. */
export class Renderer {
  private readonly pools: GuestPools;
  private readonly circuit: Circuit;
  private readonly quarantine = new Quarantine();
  private readonly bridge: ApiBridge;
  private readonly spare: SpareGuest;
  private readonly redirectOrigins: readonly string[];
  private closed = false;

  constructor(private readonly options: RendererOptions) {
    const { settings, backEnds, guestFile } = options;
    const { definition, values } = settings.site;
    this.circuit = options.circuit ?? new Circuit();
    this.redirectOrigins = definition.redirectOrigins?.(values) ?? [];
    const [origins, kept] = [definition.readableOrigins?.(values) ?? [], definition.apiKeepsPrefix ?? []];
    this.bridge = new ApiBridge(settings.apiOrigin, origins, backEnds, kept);
    const process = { guestFile, memoryMb: settings.RENDER_MEMORY_MB };
    this.spare = new SpareGuest((watcher) => new Guest(process, this.bridge, watcher));
    this.pools = new GuestPools({
      processes: settings.RENDER_WORKERS,
      newGuest: (watcher) => this.spare.take(watcher),
      onGuestEnded: (manifest, end) => this.onGuestEnded(manifest, end),
      onWork: (manifest, ms) => options.observer.worked(manifest, ms),
    });
    // The process starts while the releases are read and checked.
    this.spare.prepare();
  }

  /**
   * @param route pattern of the page; each has its own circuit breaker
   * @param trace W3C `traceparent` for its calls
   * @throws RenderError naming the remote, its version and the reason
   */
  async page(
    release: LoadedRelease,
    route: string,
    request: GuestRequests['page'],
    trace?: string,
  ): Promise<RenderResult> {
    const read = (answer: unknown) => readPage(answer, { url: request.url, origins: this.redirectOrigins });
    const work = () => this.run(release, 'page', request, read, { trace, page: route });
    return this.guarded(release, `${releaseKey(release.manifest)} ${route}`, work);
  }

  /** Runs a render through a circuit breaker, and reports its outcome. @param key of the circuit */
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
      throw new RenderError(`${key}: left alone after repeated failures`);
    }
    try {
      const result = await work();
      this.circuit.succeeded(key);
      report('rendered');
      return result;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const outcome = hasVisitorProps && isPropsRefusal(cause) ? 'refused' : outcomeOf(cause);
      // Lost processes and timeouts open the circuit. A thrown error costs next to nothing, and a full queue is no fault.
      if (outcome === 'ended' || outcome === 'timeout') this.circuit.failed(key);
      else this.circuit.undecided(key);
      report(outcome);
      throw error;
    }
  }

  /** @param hasVisitorProps true when a visitor wrote its props: wrong ones are no fault of the release */
  async fragment(
    release: LoadedRelease,
    request: GuestRequests['fragment'],
    trace?: string,
    hasVisitorProps = false,
  ): Promise<FragmentResult> {
    // Props of visitors have a circuit of their own, so that they cannot take a fragment from pages.
    const key = `${releaseKey(release.manifest)} ${hasVisitorProps ? "visitors' " : ''}fragment ${request.name}`;
    const read = (answer: unknown) => readAs(fragmentSchema, 'fragment', answer);
    const work = () => this.run(release, 'fragment', request, read, { trace, hasVisitorProps });
    return this.guarded(release, key, work, hasVisitorProps);
  }

  /** @throws RenderError when the shell's layout has no place for a page */
  layout(release: LoadedRelease, request: GuestRequests['layout']): Promise<LayoutPieces> {
    return this.run(release, 'layout', request, readLayout);
  }

  /** Returns the release's dynamic sitemap paths; empty when it has none. */
  sitemap(release: LoadedRelease, config: PublicConfig): Promise<string[]> {
    return this.run(release, 'sitemap', { config }, readSitemap);
  }

  file(release: LoadedRelease, request: GuestRequests['file']): Promise<string> {
    return this.run(release, 'file', request, (answer) => readAs(fileSchema, 'file', answer));
  }

  /** Loads a release's code before its first visitor, unless many are warm already. */
  async warm(release: LoadedRelease): Promise<void> {
    if (this.closed || this.pids.length >= WARM_LIMIT) return;
    await this.pools.of(release).warm();
  }

  get pids(): number[] {
    return this.pools.pids;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pools.close();
    await this.spare.close();
    await this.bridge.close();
  }

  /** Runs a task in a guest and validates its answer. Failures from then on count against the release. */
  private async run<K extends GuestTaskKind, T>(
    release: LoadedRelease,
    kind: K,
    request: GuestRequests[K],
    read: (answer: unknown) => T,
    { trace, page = '', hasVisitorProps = false }: RunOptions = {},
  ): Promise<T> {
    const { observer } = this.options;
    const { RENDER_TIMEOUT_MS, FRAGMENTS_TIMEOUT_MS } = this.options.settings;
    const limitMs = kind === 'fragment' ? FRAGMENTS_TIMEOUT_MS : RENDER_TIMEOUT_MS;
    const task = new RenderTask(kind, request, limitMs, trace, release.manifest.app);
    const named = (error: unknown): RenderError =>
      new RenderError(`${releaseKey(release.manifest)}: ${reason(error)}`, { cause: error });
    try {
      const answer = await this.pools.of(release).run(task);
      const began = performance.now();
      try {
        return read(answer);
      } finally {
        observer.worked(release.manifest, performance.now() - began);
      }
    } catch (error) {
      const isFault = !(error instanceof GuestBusyError) && !(hasVisitorProps && isPropsRefusal(error));
      if (error instanceof Error && isFault) observer.threw(release.manifest, page, error);
      throw named(error);
    } finally {
      if (task.apiFailure) observer.apiFailed(release.manifest, task.apiFailure);
    }
  }

  private onGuestEnded(manifest: ReleaseManifest, end: GuestEnd): void {
    this.options.observer.guestEnded(manifest, end);
    if (end.cause === 'protocolViolation') this.quarantine.violated(releaseKey(manifest));
  }
}

/** In bytes. Our longest page has a fiftieth of it. */
const LARGEST_HTML = 2 * 1024 * 1024;
/** Bytes of data, escaped as in the page: a `<` has six. */
const LARGEST_DATA = 512 * 1024;
const LONGEST_MAX_AGE_SECONDS = 365 * 24 * 3_600;
const REASONS = 3;

/** Base for parsing a path. */
const SOME_ORIGIN = 'http://site.invalid';

const isAddress = (value: string): boolean =>
  URL.canParse(value, SOME_ORIGIN) && /^https?:$/.test(new URL(value, SOME_ORIGIN).protocol);

/** Whether an address is a path of this site: a foreign canonical address would replace the page in search engines. */
const isOwnPath = (value: string): boolean => {
  if (!URL.canParse(value, SOME_ORIGIN)) return false;
  const { href, pathname } = new URL(value, SOME_ORIGIN);
  // A `blob:` address has the origin of its inner address.
  return href.startsWith(`${SOME_ORIGIN}/`) && !pathname.startsWith('//');
};

const addressSchema = z.string().max(2_048).refine(isAddress, 'is not an address of the web').optional();

/** @param json whose length the message has bounded already */
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

/** Schema of HTML that closes all its elements, and no others. @param around names of the elements around it */
const whole = (schema: z.ZodString, around?: readonly string[]) =>
  schema.superRefine((html, context) => {
    const why = whyNoFragment(html, around);
    if (why) context.addIssue({ code: 'custom', message: why });
  });

const pageSchema = renderedPageSchema.extend({
  head: renderedPageSchema.shape.head.extend({
    canonical: z.string().max(2_048).refine(isOwnPath, 'is not a path of the site').optional(),
    image: addressSchema,
    jsonLd: bounded(renderedPageSchema.shape.head.shape.jsonLd),
  }),
  html: whole(htmlSchema),
  data: bounded(renderedPageSchema.shape.data),
  maxAge: z.number().min(0).max(LONGEST_MAX_AGE_SECONDS),
});

const fragmentSchema = fragmentResultSchema.extend({
  html: whole(fragmentResultSchema.shape.html, AROUND_FRAGMENT),
  data: bounded(fragmentResultSchema.shape.data),
});

/** The layout's HTML before and after the page's slot. */
const layoutPiecesSchema = z
  .object({ before: htmlSchema.min(1), after: htmlSchema.min(1) })
  .superRefine(({ before, after }, context) => {
    const why = whyNoFragment(before + after, AROUND_LAYOUT);
    if (why) context.addIssue({ code: 'custom', message: why });
  });
export type LayoutPieces = z.output<typeof layoutPiecesSchema>;

/** A path that is safe in `sitemap.xml`. */
const PATH = /^\/(?!\/)[^\s<>"\\\p{Cc}]*$/u;
const sitemapSchema = z.array(z.string().max(2_048).regex(PATH)).max(50_000).nullable();

/** Two million characters: a feed of thousands of posts. */
const fileSchema = z.string().min(1).max(2_000_000);

/** @throws RenderError that says what is wrong with an answer */
const readAs = <T extends z.ZodType>(
  schema: T,
  what: GuestTaskKind | 'redirect' | 'denied answer',
  answer: unknown,
): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues
    .slice(0, REASONS)
    .map(({ path, message }) => (path.length > 0 ? `${path.slice(0, 4).join('.')} ${message}` : message).slice(0, 200));
  throw new RenderError(`its ${what} is refused: ${reasons.join('; ')}`);
};

interface RedirectScope {
  /** Address of the page. */
  url: string;
  /** Further origins, beside the site itself. */
  origins: readonly string[];
}

const isFor = (to: string, { url, origins }: RedirectScope): boolean => {
  if (!URL.canParse(to, url)) return false;
  const [target, page] = [new URL(to, url), new URL(url)];
  if (target.origin !== page.origin)
    return /^https?:\/\//.test(to) && origins.includes(target.origin) && !target.username && !target.password;
  const isItself = target.pathname === page.pathname && target.search === page.search;
  // A browser resolves `/.//other.example` to another site.
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

export function readPage(answer: unknown, scope: RedirectScope): RenderResult {
  const given = typeof answer === 'object' && answer !== null ? answer : {};
  if ('to' in given) return readAs(redirectsWithin(scope), 'redirect', answer);
  if ('denied' in given) return readAs(deniedSchema, 'denied answer', answer);
  return readAs(pageSchema, 'page', answer);
}

export const readLayout = (answer: unknown): LayoutPieces => readAs(layoutPiecesSchema, 'layout', answer);

export const readSitemap = (answer: unknown): string[] => readAs(sitemapSchema, 'sitemap', answer) ?? [];
