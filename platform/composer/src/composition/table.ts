import { escapeHtml } from '@wholepage/page-rules/escape-html';

/** A row's cells carry their head: on a phone each row is a list of those. Roles, for such a list is laid out as no table. */
const row = (heads: readonly string[], cells: readonly string[]): string =>
  `<tr role="row">${cells
    .map((cell, index) => `<td role="cell" data-head="${escapeHtml(heads[index] ?? '')}">${escapeHtml(cell)}</td>`)
    .join('')}</tr>`;

/** A table of texts, in a sheet that scrolls by itself where it is too wide. */
export const table = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const head = heads.map((text) => `<th role="columnheader" scope="col">${escapeHtml(text)}</th>`).join('');
  return [
    `<div class="sheet" role="region" aria-label="${escapeHtml(caption)}" tabindex="0">`,
    `<table role="table"><caption>${escapeHtml(caption)}</caption>`,
    `<thead role="rowgroup"><tr role="row">${head}</tr></thead>`,
    `<tbody role="rowgroup">${rows.map((cells) => row(heads, cells)).join('')}</tbody>`,
    '</table></div>',
  ].join('');
};
