import type { ReleaseManifest } from '@wholepage/contracts/release';
import { escapeHtml } from '@wholepage/page-rules/html';
import { notChecked } from '@wholepage/releases/registry/registry';
import { StoredResponse } from '../http/response/send';
import { tag, unlistedDocument } from '../pages/document/document';
import { releaseUrl } from '../pages/page-parts';
import type { AppFacts, CompositionFacts } from './composition';

/** The page reloads this often, with or without scripts. */
const REFRESH_SECONDS = 5;

const kB = (bytes: number): string => (bytes ? `${(bytes / 1000).toFixed(1)} kB` : '–');

const appRow = ({
  app,
  version,
  visitors,
  shares,
  contract,
  part,
  scripts,
  styles,
  routes,
  renders,
  renderMs,
  faults,
}: AppFacts): string[] => [
  app,
  version,
  `${visitors} %`,
  part ?? '–',
  kB(scripts),
  kB(styles),
  renderMs === undefined ? '–' : `${renderMs.toFixed(0)} ms, ${renders} times`,
  String(faults),
  String(contract),
  shares.join(', ') || '–',
  routes.join(' ') || '–',
];

const fragmentRows = ({ fragments }: CompositionFacts): string[][] =>
  fragments.map(({ of, version, key, state, ms, fromCache, why }) => [
    of,
    version || '–',
    key,
    state,
    `${ms.toFixed(1)} ms`,
    fromCache ? 'memory' : state === 'ready' ? 'its guest' : '–',
    why ?? '–',
  ]);

const canaryRows = ({ canaries }: CompositionFacts): string[][] =>
  canaries.map(({ app, version, percent, judged }) => [app, version, `${percent} %`, judged]);

const historyRows = ({ history }: CompositionFacts): string[][] =>
  history.map(({ at, action, app, version, by, why, verification }) => [
    at.replace('T', ' ').slice(0, 19),
    action,
    app,
    version,
    by,
    [why, notChecked(verification)].filter(Boolean).join('; ') || '–',
  ]);

/** The page that shows which remote and release made which part of a page; without scripts, and again every few seconds. */
export function compositionPage(facts: CompositionFacts, shell: ReleaseManifest, token: string | null): StoredResponse {
  const kept = token === null ? '' : tag('input', { type: 'hidden', name: 'token', value: token });
  const head = [
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    ...shell.entry.css.map((file) => tag('link', { rel: 'stylesheet', href: releaseUrl(shell, file) })),
    tag('link', { rel: 'stylesheet', href: STYLES_PATH }),
  ];
  const body = [
    '<body class="composition">',
    '<main>',
    `<h1>What made ${escapeHtml(facts.path)}</h1>`,
    `<p>Set ${facts.set}, as of ${new Date().toISOString().slice(11, 19)} UTC. Sizes are after brotli.</p>`,
    `<form method="get">${kept}${tag('input', { name: 'path', value: facts.path, 'aria-label': 'Path of a page' })}<button type="submit">Show</button></form>`,
    table(
      'Apps',
      [
        'App',
        'Release',
        'Visitors',
        'Part',
        'Scripts',
        'Styles',
        'Rendered in',
        'Faults',
        'Contract',
        'Shares',
        'Routes',
      ],
      facts.apps.map(appRow),
    ),
    facts.fragments.length
      ? table('Fragments', ['Fragment', 'Release', 'Place', 'State', 'Took', 'From', 'Why not'], fragmentRows(facts))
      : '<p>No page with fragments was made here lately.</p>',
    facts.canaries.length
      ? table('Canaries', ['App', 'Release', 'Share', 'Judged'], canaryRows(facts))
      : '<p>No canary runs.</p>',
    table('History', ['When (UTC)', 'Step', 'App', 'Release', 'Who', 'Why'], historyRows(facts)),
    '</main>',
  ];
  return new StoredResponse(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
    Buffer.from(unlistedDocument('en', `Composition of ${facts.path}`, head, body)),
  );
}

/** A row's cells carry their head: on a phone each row is a list of those. Roles, for such a list is laid out as no table. */
const row = (heads: readonly string[], cells: readonly string[]): string =>
  `<tr role="row">${cells
    .map((cell, index) => `<td role="cell" data-head="${escapeHtml(heads[index] ?? '')}">${escapeHtml(cell)}</td>`)
    .join('')}</tr>`;

/** A table of texts, in a sheet that scrolls by itself where it is too wide. */
const table = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const head = heads.map((text) => `<th role="columnheader" scope="col">${escapeHtml(text)}</th>`).join('');
  return [
    `<div class="sheet" role="region" aria-label="${escapeHtml(caption)}" tabindex="0">`,
    `<table role="table"><caption>${escapeHtml(caption)}</caption>`,
    `<thead role="rowgroup"><tr role="row">${head}</tr></thead>`,
    `<tbody role="rowgroup">${rows.map((cells) => row(heads, cells)).join('')}</tbody>`,
    '</table></div>',
  ].join('');
};

export const STYLES_PATH = '/_composition.css';

/** In the design system's tokens; wide tables scroll within their own sheet, and a phone shows each row as a list. */
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

export const compositionStyles = new StoredResponse(
  200,
  { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=300' },
  Buffer.from(TEXT),
);
