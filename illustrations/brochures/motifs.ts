import { CENTIMETRE, COLOUR, PAGE } from './theme';

type Doc = PDFKit.PDFDocument;

/** Pieces of a paper pattern, drawn in a box of 300 by 420. */
export const PIECES = {
  sleeve: 'M20 150 C60 60 110 20 150 20 C195 20 240 70 282 152 L238 400 C180 412 120 412 66 400 Z',
  bodice: 'M20 40 C45 95 95 95 120 30 L235 62 C212 120 225 168 268 190 L256 395 C180 412 90 412 20 400 Z',
  trousers:
    'M60 20 L210 20 C214 90 232 130 282 150 C262 190 232 220 226 260 L206 410 L82 410 L40 200 C34 120 44 60 60 20 Z',
  jacket:
    'M30 210 L84 150 L62 66 C80 42 96 30 118 22 L208 58 C196 110 214 156 258 178 L250 360 C250 388 235 402 200 408 L30 408 Z',
} as const;

export type PieceName = keyof typeof PIECES;

const TAPE_WIDTH = 34;

/** A measuring tape along the left edge, true to scale: one number is one centimetre. */
export function drawTape(doc: Doc): void {
  doc.save();
  doc.rect(0, 0, TAPE_WIDTH, PAGE.height).fill(COLOUR.marigold);
  doc.strokeColor(COLOUR.ink).lineWidth(0.6);
  for (let millimetre = 1; (millimetre * CENTIMETRE) / 10 < PAGE.height; millimetre += 1) {
    const y = (millimetre * CENTIMETRE) / 10;
    const length = millimetre % 10 === 0 ? 14 : millimetre % 5 === 0 ? 9 : 5;
    doc.moveTo(0, y).lineTo(length, y).stroke();
    if (millimetre % 10 === 0) {
      doc.fillColor(COLOUR.ink).font('mono').fontSize(7.5);
      doc.text(String(millimetre / 10), 16, y - 9, { lineBreak: false });
    }
  }
  doc.restore();
}

/** Running stitches from one point to another. */
export function drawStitches(doc: Doc, x1: number, y1: number, x2: number, y2: number): void {
  doc.save();
  doc.lineWidth(1.4).lineCap('round').dash(8, { space: 5 }).strokeColor(COLOUR.madder);
  doc.moveTo(x1, y1).lineTo(x2, y2).stroke();
  doc.restore();
}

/** A pattern piece with its seam, its grain line and its name. */
export function drawPiece(doc: Doc, name: PieceName, x: number, y: number, scale: number, caption: string): void {
  doc.save();
  doc.translate(x, y).scale(scale);
  doc.lineWidth(1.6).fillColor(COLOUR.cloth).strokeColor(COLOUR.indigo);
  doc.path(PIECES[name]).fillAndStroke();
  doc.save();
  doc.translate(15, 21).scale(0.9).lineWidth(1.2).dash(9, { space: 6 }).strokeColor(COLOUR.madder);
  doc.path(PIECES[name]).stroke();
  doc.restore();
  doc.lineWidth(1).strokeColor(COLOUR.indigo);
  doc.moveTo(140, 130).lineTo(140, 330).stroke();
  doc.moveTo(134, 142).lineTo(140, 128).lineTo(146, 142).stroke();
  doc.moveTo(134, 318).lineTo(140, 332).lineTo(146, 318).stroke();
  doc.fillColor(COLOUR.indigo).font('mono').fontSize(9);
  doc.text(caption, 154, 218, { lineBreak: false });
  doc.restore();
}

/** A pattern piece as chalk leaves it on dark cloth. */
export function drawChalkPiece(doc: Doc, name: PieceName, x: number, y: number, scale: number): void {
  doc.save();
  doc.translate(x, y).scale(scale);
  doc.lineWidth(1.2).strokeColor(COLOUR.chalk).path(PIECES[name]).stroke();
  doc.translate(15, 21).scale(0.9).dash(9, { space: 6 }).path(PIECES[name]).stroke();
  doc.restore();
}

/** A swing tag with its eyelet. */
export function drawTag(doc: Doc, x: number, y: number, width: number, height: number): void {
  const corner = 34;
  doc.save();
  doc.polygon(
    [x + corner, y],
    [x + width - corner, y],
    [x + width, y + corner],
    [x + width, y + height],
    [x, y + height],
    [x, y + corner],
  );
  doc.fill(COLOUR.cloth);
  doc
    .lineWidth(4)
    .circle(x + width / 2, y + 30, 9)
    .fillAndStroke(COLOUR.indigo, COLOUR.madder);
  doc.restore();
}
