import PDFDocument from 'pdfkit';
import type { Brochure, BrochureChapter } from './brochure';
import { drawChalkPiece, drawPiece, drawStitches, drawTag } from './motifs';
import { COLOUR, FONTS, MEASURE, PAGE, setLine } from './theme';
import { Writer } from './writer';

/** The same content makes the same bytes: no clock, no random. */
const MADE = new Date(Date.UTC(2026, 0, 1));

function drawCover(writer: Writer, brochure: Brochure): void {
  const { doc } = writer;
  writer.turn();
  drawStitches(doc, PAGE.left, PAGE.bottom - 4, PAGE.width, PAGE.bottom - 4);
  drawPiece(doc, brochure.piece, 268, 404, 1.06, brochure.label);
  writer.write(brochure.company.name, { font: 'display', size: 20 });
  writer.write(`Chennai, since ${brochure.company.since}`, { font: 'mono', size: 9, colour: COLOUR.soft });
  writer.skip(64);
  writer.write(brochure.label, { font: 'mono', size: 10, colour: COLOUR.madder });
  writer.skip(10);
  writer.write(brochure.title, { font: 'display', size: 50, gap: -8 });
  writer.skip(18);
  writer.write(brochure.lead, { font: 'text', size: 14, gap: 4, width: 360, colour: COLOUR.soft });
  doc.font('mono').fontSize(10).fillColor(COLOUR.ink);
  for (const [index, price] of [...new Set(brochure.prices.map((one) => one.price))].entries()) {
    doc.text(price, PAGE.left, PAGE.bottom + 8 + index * 15, { lineBreak: false });
  }
}

const FACT_HEIGHT = 32;

function drawIntroduction(writer: Writer, { introduction, facts, numeral }: Brochure): void {
  writer.turn();
  const { doc } = writer;
  doc.font('display').fontSize(430).fillColor(COLOUR.shade);
  doc.text(numeral, PAGE.right - doc.widthOfString(numeral), 300, { lineBreak: false });
  writer.write(introduction.heading, { font: 'display', size: 30, gap: -3 });
  writer.skip(20);
  for (const [index, paragraph] of introduction.paragraphs.entries()) {
    writer.write(paragraph, { font: 'text', size: index === 0 ? 13 : 11, gap: index === 0 ? 5 : 4 });
    writer.skip(12);
  }
  for (const [index, { term, value }] of facts.entries()) {
    const y = PAGE.bottom - FACT_HEIGHT * (facts.length - index);
    doc.lineWidth(0.6).strokeColor(COLOUR.ink).moveTo(PAGE.left, y).lineTo(PAGE.right, y).stroke();
    setLine(doc, term, [PAGE.left, y + 11], ['mono', 9, COLOUR.madder]);
    setLine(doc, value, [PAGE.left + 140, y + 9], ['text', 11.5, COLOUR.ink]);
  }
}

const POINT = { font: 'text', size: 10.5, gap: 3, x: PAGE.left + 52, width: MEASURE - 52 } as const;
const CHAPTER_TEXT = { font: 'text', size: 11, gap: 4, colour: COLOUR.soft } as const;
/** Title and the room below a point; stitches, heading and the room between, of a chapter. */
const POINT_EXTRA = 26;
const CHAPTER_EXTRA = 92;

const chapterHeight = (writer: Writer, { text, points }: BrochureChapter): number =>
  points.reduce((sum, point) => sum + writer.height(point.text, POINT) + POINT_EXTRA, CHAPTER_EXTRA) +
  writer.height(text, CHAPTER_TEXT);

function drawChapter(writer: Writer, chapter: BrochureChapter): void {
  // A chapter stays on one page where it fits on one.
  writer.need(Math.min(chapterHeight(writer, chapter), PAGE.bottom - PAGE.top));
  drawStitches(writer.doc, PAGE.left, writer.y, PAGE.right, writer.y);
  writer.skip(20);
  writer.write(chapter.heading, { font: 'display', size: 24 });
  writer.skip(6);
  writer.write(chapter.text, CHAPTER_TEXT);
  writer.skip(14);
  for (const [index, { title, text }] of chapter.points.entries()) {
    writer.need(writer.height(text, POINT) + POINT_EXTRA);
    const y = writer.y;
    const mark = chapter.numbered ? String(index + 1).padStart(2, '0') : '—';
    writer.write(mark, { font: 'mono', size: 11, colour: COLOUR.madder, width: 40 });
    writer.y = y;
    writer.write(title, { ...POINT, font: 'strong', size: 11 });
    writer.skip(1);
    writer.write(text, POINT);
    writer.skip(10);
  }
  writer.skip(18);
}

function drawClosing(writer: Writer, { closing, prices, company, path, piece }: Brochure): void {
  writer.turn(COLOUR.indigo);
  drawChalkPiece(writer.doc, piece, 300, 470, 1.15);
  writer.skip(40);
  writer.write(closing.heading, { font: 'display', size: 34, gap: -3, colour: COLOUR.paper });
  writer.skip(16);
  writer.write(closing.text, { font: 'text', size: 12, gap: 5, colour: COLOUR.chalkText, width: 380 });
  writer.skip(40);
  const width = (MEASURE - 24) / 2;
  for (const [index, { label, price }] of prices.entries()) {
    const x = PAGE.left + index * (width + 24);
    drawTag(writer.doc, x, writer.y, width, 150);
    setLine(writer.doc, label, [x + 20, writer.y + 84], ['mono', 9, COLOUR.soft]);
    setLine(writer.doc, price, [x + 20, writer.y + 104], ['display', 19, COLOUR.ink]);
  }
  writer.skip(190);
  writer.write(`Enrol at ${path} on our site`, { font: 'strong', size: 12, colour: COLOUR.marigold });
  writer.skip(12);
  for (const line of [...company.phones, company.email])
    writer.write(line, { font: 'mono', size: 11, gap: 4, colour: COLOUR.paper });
  writer.skip(10);
  for (const line of company.address)
    writer.write(line, { font: 'text', size: 10.5, gap: 2, colour: COLOUR.chalkText });
}

/** Sets a brochure. @returns the bytes of the PDF, the same for the same content */
export function drawBrochure(brochure: Brochure): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: brochure.title, Author: brochure.company.name, Subject: brochure.lead, CreationDate: MADE },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const writer = new Writer(doc, `${brochure.company.name} · ${brochure.title}`);
  drawCover(writer, brochure);
  drawIntroduction(writer, brochure);
  writer.turn();
  for (const chapter of brochure.chapters) drawChapter(writer, chapter);
  drawClosing(writer, brochure);
  doc.end();
  return done;
}
