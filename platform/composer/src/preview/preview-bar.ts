import { escapeHtml } from '@wholepage/page-rules/html';
import { storedText } from '../http/response/send';
import { tag } from '../pages/document/document';
import type { PreviewedSet } from '../releases/release-set';
import { NO_PREVIEW, PREVIEW } from './previews';

function standingOf(version: string, live: string | undefined): string {
  if (live === undefined) return 'not live yet';
  return version === live ? 'live as well' : `in place of ${live}`;
}

const listOf = ({ releases, content }: PreviewedSet): string =>
  [
    ...releases.map(({ app, version, live }) => `${app} ${version}, ${standingOf(version, live)}`),
    ...(content ? ['edited content, not saved yet'] : []),
  ]
    .map((line) => `<li>${escapeHtml(line)}</li>`)
    .join('');

/** A page's remote, and the milliseconds that it took. */
export interface MadeOf {
  remote: string | undefined;
  ms: number;
  fragments: readonly { of: string; ms: number; state: string }[];
}

const madeText = ({ remote, ms, fragments }: MadeOf): string =>
  [
    '<ul>',
    `<li data-line="remote">${escapeHtml(remote ?? 'shell')}: page made in ${Math.round(ms)} ms</li>`,
    ...fragments.map(
      ({ of, ms: took, state }) =>
        `<li data-line="fragment">${escapeHtml(of)}: ${escapeHtml(state)}, ${Math.round(took)} ms</li>`,
    ),
    '</ul>',
  ].join('');

/** A form, because it needs no scripts and routers ignore it. */
const WAY_OUT = `<form method="get">${tag('input', { type: 'hidden', name: PREVIEW, value: NO_PREVIEW })}<button type="submit">End the preview</button></form>`;

/** Returns author and end of a preview; a developer's override has neither. */
const aboutOf = ({ by, until }: PreviewedSet): string =>
  until
    ? `A preview by ${escapeHtml(by)}, until ${escapeHtml(until.slice(0, 16).replace('T', ' '))} UTC:`
    : 'Only you see this:';

/**
 * Returns the bar that marks each page of a preview. It opens to the releases shown, the end, and the way out; closed,
 * it leaves a phone the page. It is outside the part that the shell hydrates.
 */
export const previewBar = (preview: PreviewedSet, made: MadeOf): string =>
  [
    '<aside class="preview-bar" aria-label="Preview">',
    `<details${preview.until ? '' : ' open'}>`,
    `<summary>${preview.content ? 'Preview, not saved yet' : 'Preview'}</summary><div>`,
    `<p>${aboutOf(preview)}</p>`,
    `<ul>${listOf(preview)}</ul>`,
    madeText(made),
    WAY_OUT,
    '</div></details>',
    // Outside the closed part: some browsers ignore access keys of elements that are not displayed.
    `<label><input type="checkbox" id="${PARTS_ID}" accesskey="o"> Whose part (key O)</label>`,
    '</aside>',
  ].join('');

/** Returns the notice on the live site, shown once, when a preview cannot be shown. */
export const previewNotice = (sentence: string): string =>
  `<aside class="preview-bar" aria-label="Preview"><p>${escapeHtml(sentence)} This is the live site.</p></aside>`;

/** Checkbox of the bar that outlines the parts of a page by team: with styles alone, because the page's scripts are not ours. */
const PARTS_ID = 'preview-parts';

/** Attribute with the name of the page's remote, set by a script. */
const PART_ATTRIBUTE = 'data-remote';

/** Returns styles that draw an outline over a part, whose own content would cover a plain one. */
const over = (part: string, name: string, line: string, color: string) => `
  ${part} { position: relative; }
  ${part}::before, ${part}::after { position: absolute; z-index: 2147483646; pointer-events: none; }
  ${part}::before { content: attr(${name}); inset-block-start: 0; inset-inline-start: 0; padding: 0 0.375rem; background: ${color}; color: #fff; font: 0.75rem/1.5 ui-monospace, monospace; }
  ${part}::after { content: ''; inset: 0; border: 3px ${line} ${color}; }`;

const TEXT = `
.preview-bar { position: fixed; inset-block: 0; inset-inline-end: 0; z-index: 2147483647; box-sizing: border-box; block-size: fit-content; max-block-size: 100dvh; max-inline-size: min(20rem, 100vw); margin-block: auto; display: grid; gap: 0.5rem; padding: 0 0.75rem; overflow-y: auto; background: #fff; color: #111; border: 2px solid #b3261e; border-inline-end: 0; font: 0.8125rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.preview-bar > p { margin-block: 0.5rem; }
.preview-bar div p { margin: 0; }
.preview-bar button { min-block-size: 2.75rem; padding: 0 0.75rem; background: #b3261e; color: #fff; border: 1px solid #b3261e; font: inherit; cursor: pointer; }
.preview-bar ul { margin: 0; padding-inline-start: 1rem; }
.preview-bar :focus-visible { outline: 3px solid #1a5fb4; outline-offset: 2px; }
.preview-bar summary { min-block-size: 2.75rem; line-height: 2.75rem; font-weight: 700; cursor: pointer; }
.preview-bar details > div { display: grid; gap: 0.5rem; padding-block-end: 0.5rem; }
.preview-bar label { display: flex; gap: 0.375rem; align-items: center; min-block-size: 2.75rem; }
.preview-bar details:not([open]) ~ label:not(:focus-within) { position: absolute; inline-size: 1px; block-size: 1px; min-block-size: 0; overflow: hidden; clip-path: inset(50%); }
.preview-bar [data-line] { list-style: none; }
.preview-bar [data-line]::before { content: ''; display: inline-block; inline-size: 0.625rem; block-size: 0.625rem; margin: 0 0.375rem 0 -1rem; border: 3px solid #1a5fb4; }
.preview-bar [data-line='fragment']::before { border: 3px dashed #b3261e; }
html:has(#${PARTS_ID}:checked) {${over('#slot', PART_ATTRIBUTE, 'solid', '#1a5fb4')}
  #slot:not([${PART_ATTRIBUTE}])::before { content: none; }${over('[data-fragment]', 'data-fragment', 'dashed', '#b3261e')}
  [data-fragment] { display: block; }
}
@media print { .preview-bar { display: none; } }
`;

export const barStyles = storedText('text/css', TEXT);
