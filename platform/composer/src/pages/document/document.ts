import type { Head } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, type PageState } from '@wholepage/contracts/page';
import { escapeHtml, type HeadElement, headElements } from '@wholepage/page-rules/html';
import { shapeOfHtml } from '@wholepage/page-rules/html-shape';
import type { PageFragments } from '../../fragments/page-fragments';
import type { LayoutPieces } from '../../guests/renderer';
import { BAR_STYLES_PATH } from '../../preview/preview-bar';
import type { LoadedRelease, ReleaseSet } from '../../releases/release-set';
import type { PageContent } from '../page-maker';
import { type FirstFont, type Owner, type PageFiles, promisedIntegrity, releaseUrl, remoteOnPage } from '../page-parts';
import { inlineJson, scriptText, tag } from './html';

interface DocumentParts {
  head: Head;
  path: string;
  config: PublicConfig;
  state: PageState;
  layout: LayoutPieces;
  slot: string;
  /** The shell's files first: its styles declare the cascade layers. */
  files: PageFiles[];
  /** Those of its fragments, after them. */
  fragmentFiles: PageFiles[];
  /** Says that this page is not what visitors get. */
  bar: string | undefined;
  /** Scripts of the composer's own, while developing. */
  extraScripts: string[];
  fonts: FirstFont[];
}

/** Shown where a page could not be made on the server, to those who run no scripts. */
const EMPTY_SLOT_NOTE =
  '<noscript><p class="slot-note">This part of the page is not available just now. Please try again in a moment, or use the links above.</p></noscript>';

const styleSheets = ({ manifest, css }: PageFiles): string[] =>
  css.map((file) =>
    tag('link', { rel: 'stylesheet', href: releaseUrl(manifest, file), integrity: promisedIntegrity(manifest, file) }),
  );

/** Complete HTML of a page: readable before any script has run. */
export function composeDocument({
  head,
  path,
  config,
  state,
  layout,
  slot,
  files,
  fragmentFiles,
  fonts,
  bar,
  extraScripts,
}: DocumentParts): string {
  const shell = files[0];
  if (!shell) throw new Error('A page needs the shell.');
  const main = shell.manifest.entry.browser;
  const app = `${layout.before}${slot}${layout.after}`;
  const [shellStyles = [], ...remoteStyles] = files.map(styleSheets);
  return [
    '<!doctype html>',
    `<html lang="${config.site.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    headTags(head, path, config),
    ...fonts.map(({ href, media }) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, media, crossorigin: 'anonymous' }),
    ),
    ...shellStyles,
    ...(bar ? [tag('link', { rel: 'stylesheet', href: BAR_STYLES_PATH })] : []),
    tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/_site/touch-icon-180.png' }),
    ...(config.site.themeColor ? [tag('meta', { name: 'theme-color', content: config.site.themeColor })] : []),
    `${tag('script', {
      src: releaseUrl(shell.manifest, main),
      // At the end of the page the browser lays it out, in one task with the scripts that wait for that.
      async: true,
      fetchpriority: 'low',
      integrity: promisedIntegrity(shell.manifest, main),
    })}</script>`,
    ...extraScripts.map((src) => `${tag('script', { src, defer: true })}</script>`),
    '</head>',
    tag('body', state.remote && config.site.ownerAttribute ? { [config.site.ownerAttribute]: state.remote.name } : {}),
    ...remoteStyles.flat(),
    ...fragmentFiles.flatMap(styleSheets),
    `<div id="app">${app}</div>`,
    state.remote && !slot ? EMPTY_SLOT_NOTE : '',
    ...(bar ? [bar] : []),
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson({ ...state, shape: shapeOfHtml(app) })}</script>`,
    '</body>',
    '</html>',
  ].join('\n');
}

const html = (element: HeadElement): string => {
  if (element.tag === 'title') return `<title>${escapeHtml(element.text)}</title>`;
  const opened = tag(element.tag, element.attributes);
  return element.tag === 'script' ? `${opened}${scriptText(element.text)}</script>` : opened;
};

/** What a page says about itself, as tags. */
const headTags = (head: Head, path: string, config: PublicConfig): string =>
  headElements(head, path, config).map(html).join('\n');

/** A page as it is about to be sent, but for its document. */
export interface PageParts {
  set: ReleaseSet;
  url: URL;
  shell: LoadedRelease;
  owner: Owner | undefined;
  content: PageContent;
  fragments: PageFragments;
  /** Names the site's settings. */
  settingsPath: string;
}

/** Those that a page is made of. */
export const releasesOf = (set: ReleaseSet, owner: Owner | undefined): LoadedRelease[] =>
  [set.apps.shell, owner?.release].filter((release) => release !== undefined);

/** What the browser learns of the page. */
export function pageState({ set, url, owner, content, fragments, settingsPath }: PageParts): PageState {
  const releases = releasesOf(set, owner).map(({ manifest }) => [manifest.app, manifest.version] as const);
  const remotes = fragments.interactiveReleases.filter(({ manifest }) => manifest.app !== owner?.name);
  return {
    settings: settingsPath,
    releases: { ...fragments.uses, ...Object.fromEntries(releases) },
    remote: owner && remoteOnPage(owner.release, [owner.route]),
    address: owner && url.pathname + url.search,
    rendered: owner !== undefined && content.rendered !== undefined,
    data: owner?.release.isIsolated ? null : (content.rendered?.data ?? null),
    ...(!fragments.isEmpty && {
      set: set.id,
      fragments: fragments.parts,
      fragmentRemotes: remotes.map((release) => remoteOnPage(release, [])),
    }),
  };
}
