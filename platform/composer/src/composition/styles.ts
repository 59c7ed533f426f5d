import { StoredResponse } from '../http/response/stored-response';

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
