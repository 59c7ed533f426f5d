import { escapeHtml, tag } from '../pages/html';
import type { PreviewedSet } from '../releases/release-set';
import { NO_PREVIEW, PREVIEW } from './previews';

const listOf = ({ releases }: PreviewedSet): string =>
  releases
    .map(({ app, version, live }) => `<li>${escapeHtml(`${app} ${version}, in place of ${live ?? 'none'}`)}</li>`)
    .join('');

/**
 * Says on each page that it is a preview, of what and until when, and leads out: a form, so that it needs no scripts and no
 * router takes it for a link. It stands outside of what the shell hydrates, and looks as the badge of an override does.
 */
export const previewBar = (preview: PreviewedSet): string =>
  [
    '<aside class="override-badge" aria-label="Preview">',
    `<p>A preview by ${escapeHtml(preview.by)}, until ${escapeHtml(preview.until.slice(0, 16).replace('T', ' '))} UTC:</p>`,
    `<ul>${listOf(preview)}</ul>`,
    '<form method="get">',
    tag('input', { type: 'hidden', name: PREVIEW, value: NO_PREVIEW }),
    '<button type="submit">End the preview</button>',
    '</form>',
    '</aside>',
  ].join('');

/** Said once on the live site to who brings a preview that cannot be shown. */
export const previewNotice = (sentence: string): string =>
  `<aside class="override-badge" aria-label="Preview"><p>${escapeHtml(sentence)} This is the live site.</p></aside>`;
