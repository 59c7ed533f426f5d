import type { PublicConfig } from 'contracts/config';
import { headSchema } from 'contracts/head';
import type { PageState } from 'contracts/page';
import type { RenderResult } from 'contracts/render';
import { markFaulty } from '../canary/faulty-answers';
import { GuestBusyError } from '../guests/errors';
import type { Renderer } from '../guests/renderer';
import { Answer } from '../http/answer';
import { contentSecurityPolicy } from '../http/security-headers';
import type { Trace } from '../http/trace';
import { type Log, reason } from '../log';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { RELOAD_SCRIPT } from './dev-reload';
import { composeDocument } from './document';
import { FrameMaker } from './frame-maker';
import { KnownHeads } from './known-heads';
import type { Made } from './page-cache';
import { filesOf, ownerOf, policiesOf, releaseUrl, remoteOnPage } from './page-parts';

/** The path that stands for every unknown one: they are all the same page. */
export const UNKNOWN_PATH = '/404';

const UNKNOWN_MAX_AGE_SECONDS = 60;

interface PageMakerOptions {
  settings: Settings;
  config: PublicConfig;
  /** Address of what the browser may know of them. */
  settingsPath: string;
  renderer: Renderer;
  log: Log;
}

const firstFonts = ({ manifest }: LoadedRelease): string[] =>
  (manifest.entry.fonts ?? []).map((file) => releaseUrl(manifest, file));

/** Who cannot be given a page is asked to come again after so long. */
const RETRY_AFTER_SECONDS = '5';

type Owner = NonNullable<ReturnType<typeof ownerOf>>;

/** What stands in the page's place and what it says about itself. */
interface Content extends Pick<RenderResult, 'status' | 'head' | 'maxAge' | 'allow'> {
  /** Undefined when the page could not be rendered: then the browser fills its place. */
  rendered: Pick<RenderResult, 'html' | 'data'> | undefined;
  /** The release is to blame, and not how much is asked at once. */
  isFaulty: boolean;
}

/** Makes whole pages from one set of releases. */
export class PageMaker {
  private readonly frames: FrameMaker;
  private readonly heads = new KnownHeads();

  constructor(private readonly options: PageMakerOptions) {
    this.frames = new FrameMaker(options.renderer, options.log);
  }

  /**
   * @param url as the page is known: only what its route reads of the query
   * @param trace of the visitor's request
   */
  async make(set: ReleaseSet, url: URL, trace?: Trace): Promise<Made> {
    const { settings, config } = this.options;
    const shell = set.apps.shell;
    if (!shell) throw new Error('There is no release of the shell.');
    const owner = ownerOf(set, url.pathname);
    const path = owner ? url.pathname : UNKNOWN_PATH;
    const [frame, content] = await Promise.all([
      this.frames.make(shell, path, owner !== undefined),
      owner ? this.content(owner.release, owner.route.path, url, trace) : this.unknown(),
    ]);
    const html = composeDocument({
      head: content.head,
      path,
      config,
      state: this.pageState(shell, owner, url, content),
      frame: frame.pieces,
      slot: content.rendered?.html ?? '',
      files: filesOf(shell, owner),
      fonts: firstFonts(shell),
      extraScripts: settings.DEV_RELOAD === '1' ? [RELOAD_SCRIPT] : [],
    });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(settings, content.allow, policiesOf(set)),
      ...(content.status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
    };
    const answer = new Answer(content.status, headers, Buffer.from(html));
    if (content.isFaulty) markFaulty(answer);
    return {
      answer,
      maxAge: content.maxAge,
      whole: frame.whole && content.status < 500 && (!owner || content.rendered !== undefined),
    };
  }

  private pageState(shell: LoadedRelease, owner: Owner | undefined, url: URL, { rendered }: Content): PageState {
    const { manifest } = shell;
    const made = owner?.release.manifest;
    return {
      settings: this.options.settingsPath,
      releases: { [manifest.app]: manifest.version, ...(made && { [made.app]: made.version }) },
      remote: owner && remoteOnPage(owner.release.manifest, [owner.route]),
      address: owner && url.pathname + url.search,
      rendered: owner !== undefined && rendered !== undefined,
      data: rendered?.data ?? null,
    };
  }

  private unknown(): Content {
    const title = `Page Not Found | ${this.options.config.company.name}`;
    const head = headSchema.parse({ title, noindex: true });
    return { status: 404, head, maxAge: UNKNOWN_MAX_AGE_SECONDS, rendered: undefined, isFaulty: false };
  }

  /** The page; when it cannot be rendered now, its place, under the head that it had last, or as a fault that passes. */
  private async content(release: LoadedRelease, route: string, url: URL, trace?: Trace): Promise<Content> {
    const { renderer } = this.options;
    const address = url.pathname + url.search;
    try {
      const { html, data, ...content } = await renderer.page(release, route, url.href, trace?.traceparent);
      this.heads.remember(address, content.status, content.head);
      if (content.status >= 500)
        this.tell('warn', 'page answered a fault', release, url, trace, `status ${content.status}`);
      return { ...content, rendered: { html, data }, isFaulty: content.status >= 500 };
    } catch (error) {
      this.tell('error', 'render failed', release, url, trace, reason(error));
      const known = this.heads.of(address);
      return {
        status: known ? 200 : 503,
        head: known ?? headSchema.parse({ title: '' }),
        maxAge: 0,
        rendered: undefined,
        isFaulty: !(error instanceof GuestBusyError),
      };
    }
  }

  private tell(
    level: 'warn' | 'error',
    event: string,
    { manifest: { app, version } }: LoadedRelease,
    url: URL,
    trace: Trace | undefined,
    why: string,
  ): void {
    const { log } = this.options;
    log(level, event, { app, version, phase: 'render', requestId: trace?.id, path: url.pathname, reason: why });
  }
}
