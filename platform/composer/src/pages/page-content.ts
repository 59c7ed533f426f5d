import type { PublicConfig } from '@wholepage/contracts/config';
import { type Head, headSchema } from '@wholepage/contracts/head';
import type { Denied, Redirect, RenderedPage } from '@wholepage/contracts/render';
import type { SpanSink } from '@wholepage/telemetry/otlp';
import type { Trace } from '@wholepage/telemetry/trace';
import { GuestBusyError } from '../errors';
import type { Renderer } from '../guests/renderer';
import { asStep } from '../http/trace';
import { type Log, reason } from '../log';
import type { LoadedRelease } from '../releases/release-set';
import { KnownHeads } from './cache/known';

/** What stands between the frame's header and footer, and what the page says about itself. */
export interface PageContent extends Pick<RenderedPage, 'status' | 'head' | 'maxAge' | 'allow'> {
  /** Undefined when the page could not be rendered: then the browser fills its place. */
  rendered: Pick<RenderedPage, 'html' | 'data'> | undefined;
  /** The release is to blame, and not how much is asked at once. */
  isFaulty: boolean;
}

/** The page that is asked for, and what its remote may know of the site. */
export interface PageRequest {
  url: URL;
  config: PublicConfig;
  /** Those of the visitor's that the route declares. */
  cookies: Readonly<Record<string, string>>;
}

/** What a remote answers for a page. */
export type PageAnswer = PageContent | Redirect | Denied;

/** Pages of the shell's own, by their status. What nobody owns may be anybody's soon; what is denied depends on the visitor. */
const OWN_PAGES = {
  401: { title: 'Sign-in Needed', maxAge: 0 },
  403: { title: 'Access Denied', maxAge: 0 },
  404: { title: 'Page Not Found', maxAge: 60 },
} as const;

/** Of an address that no remote owns, or that its remote denies to this visitor: the shell's frame holds the page for that. */
export const ownContent = (status: keyof typeof OWN_PAGES, siteName: string): PageContent => ({
  status,
  head: headSchema.parse({ title: `${OWN_PAGES[status].title} | ${siteName}`, noindex: true }),
  maxAge: OWN_PAGES[status].maxAge,
  rendered: undefined,
  isFaulty: false,
});

/** Has a remote's release render its pages, and says what is sent when that fails. */
export class ContentRenderer {
  private readonly heads = new KnownHeads();

  constructor(
    private readonly renderer: Pick<Renderer, 'page'>,
    private readonly log: Log,
    /** Called with every rendering as a step of its visitor's trace. */
    private readonly tell?: SpanSink,
  ) {}

  /** Never rejects: a page that cannot be rendered is an empty place under its last known head, else a 503. */
  async render(
    release: LoadedRelease,
    route: string,
    { url, config, cookies }: PageRequest,
    trace?: Trace,
  ): Promise<PageAnswer> {
    const { app, version } = release.manifest;
    try {
      const answer = await asStep(
        this.tell,
        trace,
        { name: `render ${app}`, attributes: { app, version } },
        (traceparent) => this.renderer.page(release, route, { url: url.href, config, cookies }, traceparent),
      );
      if (!('html' in answer)) return answer;
      const { html, data, ...content } = answer;
      this.heads.remember(addressOf(url), content.status, content.head);
      const isFaulty = content.status >= 500;
      if (isFaulty) {
        const details = detailsOf(release, 'render', url, trace);
        this.log('warn', 'page answered a fault', { ...details, reason: `status ${content.status}` });
      }
      return { ...content, rendered: { html, data }, isFaulty };
    } catch (error) {
      this.log('error', 'render failed', { ...detailsOf(release, 'render', url, trace), reason: reason(error) });
      return unrenderedContent(this.heads.of(addressOf(url)), error);
    }
  }

  /** What is sent when a page came, and no document could be made of it: its head is not to be trusted either. */
  failed(release: LoadedRelease, url: URL, error: unknown, trace?: Trace): PageContent {
    this.heads.forget(addressOf(url));
    this.log('error', 'render failed', { ...detailsOf(release, 'compose', url, trace), reason: reason(error) });
    return unrenderedContent(undefined, error);
  }
}

const addressOf = ({ pathname, search }: URL): string => pathname + search;

const detailsOf = ({ manifest: { app, version } }: LoadedRelease, phase: string, url: URL, trace?: Trace) => ({
  app,
  version,
  phase,
  requestId: trace?.id,
  path: url.pathname,
});

const unrenderedContent = (known: Head | undefined, error: unknown): PageContent => ({
  status: known ? 200 : 503,
  head: known ?? headSchema.parse({ title: '' }),
  maxAge: 0,
  rendered: undefined,
  isFaulty: !(error instanceof GuestBusyError),
});
