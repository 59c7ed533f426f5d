import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const font = (name: string): string => require.resolve(`@fontsource/${name}.woff`);

/** The site's colours, as in the tokens. */
export const COLOUR = {
  paper: '#F4EDDF',
  cloth: '#FFFDF8',
  ink: '#1C1B1A',
  soft: '#57514A',
  indigo: '#22305F',
  madder: '#A63A24',
  marigold: '#E2A72E',
  line: '#D6C9B1',
  shade: '#EAE0CC',
  chalk: '#5C69A0',
  chalkText: '#D9DDEA',
} as const;

export const FONTS = {
  display: font('fraunces/files/fraunces-latin-400-normal'),
  text: font('instrument-sans/files/instrument-sans-latin-400-normal'),
  strong: font('instrument-sans/files/instrument-sans-latin-600-normal'),
  mono: font('dm-mono/files/dm-mono-latin-400-normal'),
} as const;

export type FontName = keyof typeof FONTS;

/** Sets one line of text at a place. */
export const setLine = (
  doc: PDFKit.PDFDocument,
  text: string,
  [x, y]: readonly [x: number, y: number],
  [font, size, colour]: readonly [font: FontName, size: number, colour: string],
): void => {
  doc.font(font).fontSize(size).fillColor(colour).text(text, x, y, { lineBreak: false });
};

/** A4 in points, and the box that text keeps to. The tape lies left of it. */
export const PAGE = { width: 595.28, height: 841.89, left: 96, right: 539, top: 72, bottom: 770 } as const;
export const MEASURE = PAGE.right - PAGE.left;
/** One centimetre in points. */
export const CENTIMETRE = 28.3465;
