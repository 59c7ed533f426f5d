import type { PublicConfig } from 'contracts/config';
import { headSchema } from 'contracts/head';
import type { PageState } from 'contracts/page';
import type { RenderResult } from 'contracts/render';
import { LRUCache } from 'lru-cache';
import type { FramePieces } from '../guests/render-worker';
import type { Renderer } from '../guests/renderer';
import { Answer } from '../http/answer';
import { contentSecurityPolicy } from '../http/security-headers';
import { type Log, reason } from '../log';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { RELOAD_SCRIPT } from './dev-reload';
import { composeDocument, type PageFiles } from './document';
import type { Made } from './page-cache';
import { ownerOf, policiesOf, releaseUrl, remotesOnPage } from './page-parts';

/** The path that stands for every unknown one: they are all the same page. */
export const UNKNOWN_PATH = '/404';

const UNKNOWN_MAX_AGE_SECONDS = 60;
const FRAMES_KEPT = 100;

interface PageMakerOptions {
  settings: Settings;
  config: PublicConfig;
  renderer: Renderer;
  log: Log;
}

const firstFonts = ({ manifest }: LoadedRelease): string[] =>
  Object.keys(manifest.files)
    .filter((file) => /^media\/(fraunces|instrument-sans)\.[0-9a-f]{8}\.woff2$/.test(file))
    .slice(0, 2)
    .map((file) => releaseUrl(manifest, file));

/** Makes whole pages from one set of releases. */
export class PageMaker {
  private readonly frames = new LRUCache<string, FramePieces>({ max: FRAMES_KEPT });

  constructor(private readonly options: PageMakerOptions) {}

  /** @param url as the page is known: only what its route reads of the query */
  async make(set: ReleaseSet, url: URL): Promise<Made> {
    const { settings, config } = this.options;
    const shell = set.apps.shell;
    if (!shell) throw new Error('There is no release of the shell.');
    const owner = ownerOf(set, url.pathname);
    const path = owner ? url.pathname : UNKNOWN_PATH;
    const [frame, content] = await Promise.all([
      this.frame(shell, path, owner !== undefined),
      owner && this.content(owner.release, owner.route.path, url),
    ]);
    const head =
      content?.head ??
      headSchema.parse({ title: owner ? '' : `Page Not Found | ${config.company.name}`, noindex: true });
    const state: PageState = {
      config,
      releases: Object.fromEntries(Object.entries(set.apps).map(([app, { manifest }]) => [app, manifest.version])),
      remotes: remotesOnPage(set),
      address: owner && url.pathname + url.search,
      owner: owner?.name,
      rendered: content !== undefined,
      data: content?.data ?? null,
      head,
    };
    const files: PageFiles[] = [
      { manifest: shell.manifest, js: shell.manifest.entry.js, css: shell.manifest.entry.css },
    ];
    if (owner) {
      const { entry } = owner.release.manifest;
      files.push({
        manifest: owner.release.manifest,
        js: [...entry.js, ...owner.route.js],
        css: [...entry.css, ...owner.route.css],
      });
    }
    const html = composeDocument({
      head,
      path,
      config,
      state,
      frame: frame.pieces,
      slot: content?.html ?? '',
      files,
      fonts: firstFonts(shell),
      extraScripts: settings.DEV_RELOAD === '1' ? [RELOAD_SCRIPT] : [],
    });
    const status = content?.status ?? (owner ? 200 : 404);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(settings, content?.allow, policiesOf(set)),
    };
    return {
      answer: new Answer(status, headers, Buffer.from(html)),
      maxAge: content?.maxAge ?? (owner ? 0 : UNKNOWN_MAX_AGE_SECONDS),
      whole: frame.whole && (!owner || (content !== undefined && content.status < 500)),
    };
  }

  private async content(release: LoadedRelease, route: string, url: URL): Promise<RenderResult | undefined> {
    try {
      return await this.options.renderer.page(release, route, url.href);
    } catch (error) {
      this.options.log('error', 'render failed', { reason: reason(error), path: url.pathname });
      return undefined;
    }
  }

  /** The frame of a path; that of another path, which differs in the marked link, when it cannot be made. */
  private async frame(
    shell: LoadedRelease,
    path: string,
    found: boolean,
  ): Promise<{ pieces: FramePieces; whole: boolean }> {
    const key = `${shell.nodeFile} ${path}`;
    const known = this.frames.get(key);
    if (known) return { pieces: known, whole: true };
    const render = () => this.options.renderer.frame(shell, path, found);
    const anyKey = `${shell.nodeFile} ${found}`;
    try {
      const pieces = await render().catch(render);
      this.frames.set(key, pieces);
      this.frames.set(anyKey, pieces);
      return { pieces, whole: true };
    } catch (error) {
      const pieces = this.frames.get(anyKey);
      if (!pieces) throw error;
      this.options.log('error', 'frame failed, that of another page is sent', { reason: reason(error), path });
      return { pieces, whole: false };
    }
  }
}
