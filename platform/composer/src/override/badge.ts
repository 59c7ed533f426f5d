import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { StoredResponse } from '../http/response/stored-response';
import { tag } from '../pages/document/html';
import { NO_OVERRIDE, OVERRIDE, type Override } from './override';

export const BADGE_STYLES_PATH = '/_override.css';

/** The box of a preview's bar that outlines whose part is what: by styles alone, for the page's scripts are not ours. */
export const PARTS_ID = 'preview-parts';

const TEXT = `
.override-badge { position: fixed; inset-block-start: 50%; inset-inline-end: 0; z-index: 2147483647; max-inline-size: 14rem; display: grid; gap: 0.5rem; padding: 0.75rem; background: #fff; color: #111; border: 2px solid #b3261e; border-inline-end: 0; font: 0.8125rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.override-badge p { margin: 0; }
.override-badge button { min-block-size: 2.75rem; padding: 0 0.75rem; background: #b3261e; color: #fff; border: 0; font: inherit; cursor: pointer; }
html:has(#${PARTS_ID}:checked) { #slot { outline: 3px solid #1a5fb4; outline-offset: -3px; } [data-fragment] { display: block; outline: 3px dashed #b3261e; outline-offset: -3px; } [data-fragment]::before { content: attr(data-fragment); display: block; inline-size: fit-content; padding: 0 0.375rem; background: #b3261e; color: #fff; font: 0.75rem/1.5 ui-monospace, monospace; } }
.override-badge ul { margin: 0; padding-inline-start: 1rem; }
.override-badge label { display: flex; gap: 0.375rem; align-items: center; min-block-size: 2.75rem; }
@media print { .override-badge { display: none; } }
`;

export const badgeStyles = new StoredResponse(
  200,
  { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
  Buffer.from(TEXT),
);

/**
 * Says on each page that it is not what visitors get, and leads out. It is a form, so that it needs no scripts and no router
 * takes it for a link. It stands outside of what the shell hydrates.
 */
export const overrideBadge = ({ app, build }: Override, live: string | undefined): string =>
  [
    '<aside class="override-badge" aria-label="Override">',
    `<p>${escapeHtml(app)} ${escapeHtml(build)}, in place of ${escapeHtml(live ?? 'none')}. Only you see this.</p>`,
    '<form method="get">',
    tag('input', { type: 'hidden', name: OVERRIDE, value: NO_OVERRIDE }),
    '<button type="submit">Back to the live site</button>',
    '</form>',
    '</aside>',
  ].join('');
