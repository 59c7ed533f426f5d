import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReleaseManifest, SHELL } from '@wholepage/contracts/release';
import { escapeHtml } from '@wholepage/page-rules/html';
import { type HistoryEntry, notChecked, readHistory } from '@wholepage/releases/registry/registry';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { FragmentOutcome } from '../fragments/fragment-filler';
import { type StoredResponse, send, sendText, storedText } from '../http/response/send';
import type { Metrics } from '../metrics';
import { styleSheets, tag, unlistedDocument } from '../pages/document/document';
import { ownerOf } from '../pages/page-parts';
import type { Parts } from '../parts';
import { type ReleaseSet, type RunningCanary, versionsOf } from '../releases/release-set';
import { isDeveloper } from '../settings/developer-access';
import type { Settings } from '../settings/settings';

const PATH = '/_composition';
/** The served releases, for the commands that release. */
const LIVE_PATH = `${PATH}/live.json`;
const STYLES_PATH = `${PATH}.css`;
const SHOWN_STEPS = 20;
const REFRESH_SECONDS = 5;

type CompositionParts = Pick<Parts, 'settings' | 'currentSet' | 'watcher' | 'shared' | 'keeper' | 'metrics' | 'watch'>;

export const isComposition = (path: string): boolean => [PATH, STYLES_PATH, LIVE_PATH].includes(path);

/** Answers `/_composition?path=/articles`; 404 for visitors who may not inspect. */
export async function sendComposition(
  parts: CompositionParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const set = parts.currentSet();
  const shell = set.apps[SHELL]?.manifest;
  // Styles are public: a browser requests them without the token.
  if (url.pathname === STYLES_PATH) return send(request, response, compositionStyles);
  if (!mayInspect(request, url, parts.settings) || !shell)
    return sendText(request, response, 404, 'There is no such page.');
  if (url.pathname === LIVE_PATH) {
    const body = JSON.stringify({ live: versionsOf(set), refused: parts.watcher.refusals });
    return sendText(request, response, 200, body, { 'content-type': 'application/json' });
  }
  return send(request, response, await compositionPage(parts, set, shell, url.searchParams));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`, or `?token=…` for a browser. */
const givenToken = (request: IncomingMessage, url: URL): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('token') ?? '';

/** Whether a request may inspect the composition: a developer outside production, or with the token. */
function mayInspect(request: IncomingMessage, url: URL, settings: Settings): boolean {
  if (isDeveloper(request, settings)) return true;
  const { COMPOSITION_TOKEN } = settings;
  return COMPOSITION_TOKEN !== '' && timingSafeEqual(digest(givenToken(request, url)), digest(COMPOSITION_TOKEN));
}

async function compositionPage(
  { shared, keeper, metrics, watch }: CompositionParts,
  set: ReleaseSet,
  shell: ReleaseManifest,
  asked: URLSearchParams,
): Promise<StoredResponse> {
  const path = asked.get('path') ?? '/';
  const token = asked.get('token');
  const fragments = watch.at(path);
  const history = shared ? await readHistory(shared, { limit: SHOWN_STEPS }).catch(() => []) : [];
  const apps = appColumns(set, path, await metrics.rendersByApp());
  const parts = Object.values(set.apps).map(({ manifest }) => manifest);
  parts.sort((one, other) => Number(apps.Part(one) === '') - Number(apps.Part(other) === ''));
  const kept = token === null ? '' : tag('input', { type: 'hidden', name: 'token', value: token });
  const head = [
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    ...styleSheets({ manifest: shell, css: shell.entry.css }),
    tag('link', { rel: 'stylesheet', href: STYLES_PATH }),
  ];
  const body = [
    '<body class="composition">',
    '<main>',
    `<h1>What made ${escapeHtml(path)}</h1>`,
    `<p>Set ${set.id}, as of ${new Date().toISOString().slice(11, 19)} UTC. Sizes are after brotli.</p>`,
    `<form method="get">${kept}${tag('input', { name: 'path', value: path, 'aria-label': 'Path of a page' })}<button type="submit">Show</button></form>`,
    table('Apps', apps, parts),
    fragments.length
      ? table('Fragments', FRAGMENT_COLUMNS, fragments)
      : '<p>No page with fragments was made here lately.</p>',
    set.canaries.length ? table('Canaries', canaryColumns(keeper.verdicts), set.canaries) : '<p>No canary runs.</p>',
    table('History', STEP_COLUMNS, history),
    '</main>',
  ];
  return storedText('text/html', unlistedDocument('en', `Composition of ${path}`, head, body), 'no-store', {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
}

/** Cells of a table by column head; an empty text shows as a dash. */
type Columns<Row, Head extends string = string> = Readonly<Record<Head, (row: Row) => string>>;

const kB = (bytes: number): string => (bytes ? `${(bytes / 1000).toFixed(1)} kB` : '');

const brotliOf = ({ files }: ReleaseManifest, names: readonly string[], ending: string): number =>
  [...new Set(names)]
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + (files[name]?.brotli ?? files[name]?.bytes ?? 0), 0);

function appColumns(set: ReleaseSet, path: string, renders: Awaited<ReturnType<Metrics['rendersByApp']>>) {
  const owner = ownerOf(set, path);
  const rendersOf = ({ app, version }: ReleaseManifest) =>
    renders.get(`${app} ${version}`) ?? { count: 0, seconds: 0, faults: 0 };
  const loadedOf = ({ app, entry }: ReleaseManifest): string[] => [
    ...(app === SHELL || app === owner?.name ? [...entry.js, ...entry.css] : []),
    ...(app === owner?.name ? [...owner.route.js, ...owner.route.css] : []),
  ];
  return {
    App: ({ app }) => app,
    Release: ({ version }) => version,
    Visitors: ({ app }) => {
      const canary = set.canaries.find(({ release }) => release.manifest.app === app);
      return `${100 - (canary?.percent ?? 0)} %`;
    },
    Part: ({ app }) => {
      if (app === SHELL) return 'the layout: header, footer, dialogs';
      return app === owner?.name ? `the page, by its route ${owner.route.path}` : '';
    },
    Scripts: (manifest) => kB(brotliOf(manifest, loadedOf(manifest), '.js')),
    Styles: (manifest) => kB(brotliOf(manifest, loadedOf(manifest), '.css')),
    'Rendered in': (manifest) => {
      const { count, seconds } = rendersOf(manifest);
      return count ? `${((seconds / count) * 1000).toFixed(0)} ms, ${count} times` : '';
    },
    Faults: (manifest) => String(rendersOf(manifest).faults),
    Contract: ({ contract }) => String(contract),
    // One line a package, without its subpaths.
    Shares: ({ shares = [] }) =>
      shares
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, version, range }) => `${name} ${version} (${range})`)
        .join(', '),
    Routes: ({ routes }) => routes.map((route) => route.path).join(' '),
  } satisfies Columns<ReleaseManifest>;
}

const FRAGMENT_COLUMNS: Columns<FragmentOutcome> = {
  Fragment: ({ of }) => of,
  Release: ({ version }) => version,
  Place: ({ key }) => key,
  State: ({ state }) => state,
  Took: ({ ms }) => `${ms.toFixed(1)} ms`,
  From: ({ fromCache, state }) => (fromCache ? 'memory' : state === 'ready' ? 'its guest' : ''),
  'Why not': ({ why = '' }) => why,
};

/** Includes canaries without visitors yet. */
const canaryColumns = (verdicts: CanaryKeeper['verdicts']): Columns<RunningCanary> => ({
  App: ({ release }) => release.manifest.app,
  Release: ({ release }) => release.manifest.version,
  Share: ({ percent }) => `${percent} %`,
  Judged: ({ release: { manifest } }) =>
    verdicts.find(({ app, version }) => app === manifest.app && version === manifest.version)?.verdict.why ??
    'not judged yet',
});

const STEP_COLUMNS: Columns<HistoryEntry> = {
  'When (UTC)': ({ at }) => at.replace('T', ' ').slice(0, 19),
  Step: ({ action }) => action,
  App: ({ app }) => app,
  Release: ({ version }) => version,
  Who: ({ by }) => by,
  Why: ({ why, verification }) => [why, notChecked(verification)].filter(Boolean).join('; '),
};

/** Renders a table. Cells repeat their head for phones, where rows are lists; roles keep it a table for screen readers. */
function table<Row>(caption: string, columns: Columns<Row>, rows: readonly Row[]): string {
  const heads = Object.keys(columns).map((head) => `<th role="columnheader" scope="col">${escapeHtml(head)}</th>`);
  const cells = (row: Row) =>
    Object.entries(columns).map(
      ([head, text]) => `<td role="cell" data-head="${escapeHtml(head)}">${escapeHtml(text(row) || '–')}</td>`,
    );
  return [
    `<div class="sheet" role="region" aria-label="${escapeHtml(caption)}" tabindex="0">`,
    `<table role="table"><caption>${escapeHtml(caption)}</caption>`,
    `<thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>`,
    `<tbody role="rowgroup">${rows.map((row) => `<tr role="row">${cells(row).join('')}</tr>`).join('')}</tbody>`,
    '</table></div>',
  ].join('');
}

/** Styles in the design system's tokens. Wide tables scroll; phones show each row as a list. */
const TEXT = `
.composition main { padding: var(--space-l) var(--gutter); display: grid; gap: var(--space-m); grid-template-columns: minmax(0, 1fr); }
.composition h1 { font-family: var(--font-display); overflow-wrap: anywhere; }
.composition form { display: flex; flex-wrap: wrap; gap: var(--space-xs); }
.composition input { flex: 1 1 12rem; min-inline-size: 0; padding: var(--space-xs); background: var(--field); border: 1px solid var(--field-line); font-family: var(--font-mono); }
.composition button { padding: var(--space-xs) var(--space-m); background: var(--action); color: var(--action-text); border: 0; border-radius: var(--radius); }
.composition .sheet { overflow-x: auto; background: var(--cloth); box-shadow: var(--shadow-sheet); padding: var(--space-s); }
.composition table { border-collapse: collapse; inline-size: 100%; }
.composition caption { text-align: start; font-family: var(--font-display); padding-block-end: var(--space-xs); }
.composition :is(th, td) { text-align: start; vertical-align: top; padding: 0.5rem var(--space-s) 0.5rem 0; border-block-end: 1px solid var(--rule); }
.composition td { font-family: var(--font-mono); font-size: 0.875rem; }
.composition th { color: var(--text-soft); }
@media (width < 45rem) {
  .composition thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .composition :is(table, tbody, caption) { display: block; }
  .composition tr { display: grid; padding-block: var(--space-xs); border-block-end: 1px solid var(--rule); }
  .composition td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); padding: 0.1rem 0; border: 0; overflow-wrap: anywhere; }
  .composition td::before { content: attr(data-head); color: var(--text-soft); font-family: var(--font-text); }
}
`;

const compositionStyles = storedText('text/css', TEXT, 'public, max-age=300');
