import { pageAddress } from 'contracts/address';
import type { PublicConfig } from 'contracts/config';
import { headSchema } from 'contracts/head';
import type { PageState } from 'contracts/page';
import type { RenderResult } from 'contracts/render';
import { LRUCache } from 'lru-cache';
import { RELOAD_SCRIPT } from './dev-reload';
import { composeDocument, type PageFiles } from './document';
import { type Log, reason } from './log';
import { Answer } from './page-cache';
import { ownerOf, releaseUrl, remotesOnPage } from './page-parts';
import type { LoadedRelease, ReleaseSet } from './release-set';
import type { FramePieces } from './render-worker';
import type { Renderer } from './renderer';
import { contentSecurityPolicy } from './security-headers';
import type { Settings } from './settings';

/** The path that stands for every unknown one: they are all the same page. */
export const UNKNOWN_PATH = '/404';

const UNKNOWN_MAX_AGE_SECONDS = 60;
/** A page that a remote failed to render is tried again soon, but not for every visitor. */
const BROKEN_MAX_AGE_SECONDS = 1;
const FRAMES_KEPT = 500;

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

  async make(set: ReleaseSet, url: URL) {
    const { settings, config } = this.options;
    const shell = set.apps.shell;
    if (!shell) throw new Error('There is no release of the shell.');
    const owner = ownerOf(set, url.pathname);
    const path = owner ? url.pathname : UNKNOWN_PATH;
    const [frame, content] = await Promise.all([
      this.frame(shell, path, owner !== undefined),
      owner && this.content(owner.release, url),
    ]);
    const head =
      content?.head ??
      headSchema.parse({ title: owner ? '' : `Page Not Found | ${config.company.name}`, noindex: true });
    const state: PageState = {
      config,
      releases: Object.fromEntries(Object.entries(set.apps).map(([app, { manifest }]) => [app, manifest.version])),
      remotes: remotesOnPage(set),
      address: owner && pageAddress(url),
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
      frame,
      slot: content?.html ?? '',
      files,
      fonts: firstFonts(shell),
      extraScripts: settings.DEV_RELOAD === '1' ? [RELOAD_SCRIPT] : [],
    });
    const status = content?.status ?? (owner ? 200 : 404);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(settings, content?.allow),
    };
    return {
      answer: new Answer(status, headers, Buffer.from(html)),
      maxAge: content?.maxAge ?? (owner ? BROKEN_MAX_AGE_SECONDS : UNKNOWN_MAX_AGE_SECONDS),
      whole: !owner || content !== undefined,
    };
  }

  private async content(release: LoadedRelease, url: URL): Promise<RenderResult | undefined> {
    try {
      return await this.options.renderer.page(release, url.href);
    } catch (error) {
      this.options.log('error', 'render failed, the slot is sent empty', { reason: reason(error), path: url.pathname });
      return undefined;
    }
  }

  private async frame(shell: LoadedRelease, path: string, found: boolean): Promise<FramePieces> {
    const key = `${shell.nodeFile} ${path}`;
    const known = this.frames.get(key);
    if (known) return known;
    const render = () => this.options.renderer.frame(shell, path, found);
    // The worker may have been ended for another remote's sake; the next one is as good.
    const pieces = await render().catch(render);
    this.frames.set(key, pieces);
    return pieces;
  }
}
