import type { SpanSink } from 'contracts/otlp';
import type { PageState } from 'contracts/page';
import type { Trace } from 'contracts/trace';
import { markFaulty } from '../canary/faulty-responses';
import type { Renderer } from '../guests/renderer';
import { contentSecurityPolicy } from '../http/security-headers';
import { pageCaching } from '../http/shared-caching';
import { StoredResponse } from '../http/stored-response';
import type { Log } from '../log';
import { overrideBadge } from '../override/badge';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import type { SiteConfigs } from '../settings/site-configs';
import { RELOAD_SCRIPT } from './dev-reload';
import { composeDocument } from './document';
import { FrameMaker } from './frame-maker';
import type { RenderedPage } from './page-cache';
import { ContentRenderer, notFoundContent, type PageContent, type PageRequest } from './page-content';
import { devOriginOf, filesOf, fontsOf, type Owner, ownerOf, policiesOf, remoteOnPage } from './page-parts';
import { preloadHeader } from './preload-header';
import { speculationHeader } from './speculation-rules';

/** The path that stands for every unknown one: they are all the same page. */
export const UNKNOWN_PATH = '/404';

/** Those that a page is made of. */
const releasesOf = (set: ReleaseSet, owner: Owner | undefined): LoadedRelease[] =>
  [set.apps.shell, owner?.release].filter((release) => release !== undefined);

/** Who cannot be given a page is asked to come again after so long. */
const RETRY_AFTER_SECONDS = '5';

export interface PageMakerOptions {
  settings: Settings;
  /** What the browser may know of them. */
  sites: SiteConfigs;
  renderer: Renderer;
  log: Log;
  /** Told of the steps of traces. */
  tell?: SpanSink | undefined;
}

/** Makes complete pages from one set of releases: the shell's frame around a remote's content. */
export class PageMaker {
  private readonly frames: FrameMaker;
  private readonly contents: ContentRenderer;

  constructor(private readonly options: PageMakerOptions) {
    this.frames = new FrameMaker(options.renderer, options.log);
    this.contents = new ContentRenderer(options.renderer, options.log, options.tell);
  }

  /**
   * @param url as the page is known: only what its route reads of the query
   * @param trace of the visitor's request
   * @throws Error when there is no release of the shell, or no frame of it
   */
  async make(set: ReleaseSet, url: URL, trace?: Trace): Promise<RenderedPage> {
    const { settings, sites } = this.options;
    const shell = set.apps.shell;
    if (!shell) throw new Error('There is no release of the shell.');
    const site = sites.of(set);
    const { config } = site;
    const owner = ownerOf(set, url.pathname);
    const path = owner ? url.pathname : UNKNOWN_PATH;
    const [frame, made] = await Promise.all([
      this.frames.make(shell, path, owner !== undefined, site),
      owner ? this.contentOf(owner, { url, config }, trace) : notFoundContent(config.company.name),
    ]);
    const responseOf = (content: PageContent): StoredResponse => {
      const html = composeDocument({
        head: content.head,
        path,
        config,
        state: this.pageState(set, owner, url, content, site.path),
        frame: frame.pieces,
        slot: content.rendered?.html ?? '',
        files: filesOf(shell, owner),
        fonts: fontsOf(shell),
        badge: set.override && overrideBadge(set.override, set.override.live),
        extraScripts: settings.DEV_RELOAD === '1' ? [RELOAD_SCRIPT] : [],
      });
      return new StoredResponse(content.status, this.headers(set, shell, owner, content), Buffer.from(html));
    };
    const { content, response } = this.composed(owner, url, made, responseOf, trace);
    if (content.isFaulty) markFaulty(response);
    return {
      response,
      maxAge: content.maxAge,
      complete: frame.isExact && content.status < 500 && (!owner || content.rendered !== undefined),
    };
  }

  /** Whatever fails while a remote's answer becomes a page is that remote's failure: its place stays empty. */
  private composed(
    owner: Owner | undefined,
    url: URL,
    made: PageContent,
    responseOf: (content: PageContent) => StoredResponse,
    trace?: Trace,
  ): { content: PageContent; response: StoredResponse } {
    try {
      return { content: made, response: responseOf(made) };
    } catch (error) {
      if (!owner) throw error;
      const content = this.contents.failed(owner.release, url, error, trace);
      return { content, response: responseOf(content) };
    }
  }

  /** What is being developed has no server's side here: the browser fills the place that the live release describes. */
  private async contentOf({ release, route }: Owner, request: PageRequest, trace?: Trace): Promise<PageContent> {
    const content = await this.contents.render(release, route.path, request, trace);
    return release.devOrigin ? { ...content, rendered: undefined } : content;
  }

  private headers(
    set: ReleaseSet,
    shell: LoadedRelease,
    owner: Owner | undefined,
    { status, allow }: PageContent,
  ): Record<string, string> {
    const releases = releasesOf(set, owner).map(({ manifest }) => manifest);
    const isBehindProxy = this.options.settings.BEHIND_PROXY === '1';
    return {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...(status === 200 && pageCaching(releases, isBehindProxy)),
      'content-security-policy': contentSecurityPolicy(this.options.settings, allow, policiesOf(set), devOriginOf(set)),
      ...(isBehindProxy && preloadHeader(fontsOf(shell), filesOf(shell, owner))),
      ...speculationHeader(owner?.route.document ?? false),
      ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
    };
  }

  private pageState(
    set: ReleaseSet,
    owner: Owner | undefined,
    url: URL,
    content: PageContent,
    settings: string,
  ): PageState {
    return {
      settings,
      releases: Object.fromEntries(releasesOf(set, owner).map(({ manifest }) => [manifest.app, manifest.version])),
      remote: owner && remoteOnPage(owner.release, [owner.route]),
      address: owner && url.pathname + url.search,
      rendered: owner !== undefined && content.rendered !== undefined,
      data: content.rendered?.data ?? null,
    };
  }
}
