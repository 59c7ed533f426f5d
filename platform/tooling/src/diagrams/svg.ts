import { escapeHtml } from '@wholepage/page-rules/html';

/** One line of text; a long one is pressed into its width rather than cut. */
export function textAt(x: number, y: number, text: string, kind: string, widest = Number.POSITIVE_INFINITY): string {
  const isTooLong = text.length * GLYPH_WIDTH > widest;
  const fit = isTooLong ? ` textLength="${widest}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${x}" y="${y}" class="${kind}"${fit}>${escapeHtml(text)}</text>`;
}

/** Of the small type, on average. */
const GLYPH_WIDTH = 6.4;

const STYLE = `svg{font:12px system-ui,sans-serif;background:#faf6ee}
text{fill:#1d2433;text-anchor:middle}.title{font-weight:600;font-size:14px}.start{text-anchor:start}
.label{font-size:11px;fill:#5b6275}
rect{fill:#fff;stroke:#263a78;stroke-width:1.5}
line,path{stroke:#5b6275;stroke-width:1.25;fill:none}.lane{stroke-dasharray:3 4}`;

/** A whole picture. @param title what it shows, for those who do not see it */
export function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  const arrow =
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#5b6275;stroke:none"/></marker>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<defs>${arrow}</defs>
${parts.join('\n')}
</svg>
`;
}
