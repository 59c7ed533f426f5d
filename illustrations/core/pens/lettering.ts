import { path, type SvgNode, type Value } from '../svg';
import { curve } from './curve';
import { asDrawn } from './pens';

/** Single-line capitals on a grid four wide and six high: each pair of digits is a point, `|` lifts the pen. */
const glyphs: Record<string, string> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '30 35 26 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|34 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10|32 14',
  1: '11 20 26|16 36',
  2: '01 10 30 41 42 06 46',
  3: '00 40 23 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 02 32 43 45 36 06',
  6: '30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 30 41 42 33 13 04 05 16 36 45 44 33|13 02 01 10',
  9: '43 13 02 01 10 30 41 45 36 16',
  '.': '25 26',
  ',': '24 25 16',
  '-': '13 33',
  '/': '06 40',
  '&': '46 11 20 31 04 05 16 26 44',
  '+': '21 25|03 43',
  ':': '22 23|25 26',
  "'": '20 21',
  '%': '06 40|00 10 11 01 00|35 45 46 36 35',
  ' ': '',
};

/** A letter that the pen has not learned. */
class UnknownLetterError extends Error {
  override readonly name = 'UnknownLetterError';
  constructor(letter: string, text: string) {
    super(`The pen knows no "${letter}", which "${text}" needs: add it to the glyphs of core/pens/lettering.ts`);
  }
}

function glyphOf(letter: string, text: string): string {
  const glyph = glyphs[letter];
  if (glyph === undefined) throw new UnknownLetterError(letter, text);
  return glyph;
}

/** A line of small technical capitals, `size` high, its top left at (x, y). `anchor` middle centres it on x. */
export function lettering(
  text: string,
  x: number,
  y: number,
  size: number,
  attrs: Record<string, Value> = {},
  anchor: 'start' | 'middle' | 'end' = 'start',
): SvgNode {
  const unit = size / 6;
  const advance = 6 * unit;
  const width = text.length * advance - 2 * unit;
  const left = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  const d = [...text.toUpperCase()]
    .map((letter, i) => {
      const strokes = glyphOf(letter, text).split('|').filter(Boolean);
      return strokes
        .map((run) => {
          const points = run.split(' ').map((pair) => {
            const px = left + i * advance + Number(pair[0]) * unit;
            return [px, y + Number(pair[1]) * unit] as const;
          });
          return curve(points);
        })
        .join('');
    })
    .join('');
  return asDrawn(path(d, { stroke: '#1C1B1A', 'stroke-width': Math.max(0.8, size / 9), ...attrs }));
}
