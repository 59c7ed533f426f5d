import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { PARTS_ID } from '../override/badge';
import { tag } from '../pages/document/html';
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

/** What a page was made of, and how long it took, in milliseconds. */
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

/**
 * Says on each page that it is a preview. It opens to what it shows, until when, and the way out. Closed, it leaves a
 * phone the page. It is a form, so that it needs no scripts and no router takes it for a link. It stands outside of what
 * the shell hydrates, and looks as the badge of an override does.
 */
export const previewBar = (preview: PreviewedSet, made: MadeOf): string =>
  [
    '<aside class="override-badge" aria-label="Preview"><details>',
    `<summary>${preview.content ? 'Preview, not saved yet' : 'Preview'}</summary><div>`,
    `<p>A preview by ${escapeHtml(preview.by)}, until ${escapeHtml(preview.until.slice(0, 16).replace('T', ' '))} UTC:</p>`,
    `<ul>${listOf(preview)}</ul>`,
    madeText(made),
    '<form method="get">',
    tag('input', { type: 'hidden', name: PREVIEW, value: NO_PREVIEW }),
    '<button type="submit">End the preview</button>',
    '</form>',
    '</div></details>',
    // Outside of what is closed: some browsers leave the key of what is not displayed alone.
    `<label><input type="checkbox" id="${PARTS_ID}" accesskey="o"> Whose part (key O)</label>`,
    '</aside>',
  ].join('');

/** Said once on the live site to who brings a preview that cannot be shown. */
export const previewNotice = (sentence: string): string =>
  `<aside class="override-badge" aria-label="Preview"><p>${escapeHtml(sentence)} This is the live site.</p></aside>`;
