import { drawTape } from './motifs';
import { COLOUR, type FontName, MEASURE, PAGE } from './theme';

interface Style {
  font: FontName;
  size: number;
  colour?: string;
  /** Distance between lines beyond the font's own, in points. */
  gap?: number;
  width?: number;
  x?: number;
}

/** Sets text downwards and turns the page before a block that no longer fits. */
export class Writer {
  readonly doc: PDFKit.PDFDocument;
  readonly #running: string;
  y: number = PAGE.top;
  #page = 0;

  /** @param running the line at the foot of every page but the cover */
  constructor(doc: PDFKit.PDFDocument, running: string) {
    this.doc = doc;
    this.#running = running;
  }

  /** Begins a page on this ground. */
  turn(ground: string = COLOUR.paper): void {
    const { doc } = this;
    this.#page += 1;
    doc.addPage();
    doc.rect(0, 0, PAGE.width, PAGE.height).fill(ground);
    drawTape(doc);
    this.y = PAGE.top;
    if (this.#page === 1) return;
    doc
      .font('mono')
      .fontSize(8)
      .fillColor(ground === COLOUR.indigo ? COLOUR.paper : COLOUR.soft);
    const number = `No. ${String(this.#page).padStart(2, '0')}`;
    doc.text(this.#running, PAGE.left, PAGE.height - 44, { lineBreak: false });
    doc.text(number, PAGE.right - doc.widthOfString(number), PAGE.height - 44, { lineBreak: false });
  }

  /** Turns the page when there is less room than this. */
  need(height: number): void {
    if (this.y + height > PAGE.bottom) this.turn();
  }

  height(text: string, { font, size, gap = 0, width = MEASURE }: Style): number {
    return this.doc.font(font).fontSize(size).heightOfString(text, { width, lineGap: gap });
  }

  /** Sets a block of text where the writer stands and moves below it. */
  write(text: string, style: Style): void {
    const { colour = COLOUR.ink, gap = 0, width = MEASURE, x = PAGE.left } = style;
    const height = this.height(text, style);
    this.need(height);
    this.doc.fillColor(colour).text(text, x, this.y, { width, lineGap: gap });
    this.y += height;
  }

  skip(points: number): void {
    this.y += points;
  }
}
