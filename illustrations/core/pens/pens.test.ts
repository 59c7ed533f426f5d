import { group, path } from '../svg';
import { toSvg } from '../to-svg';
import { lettering } from './lettering';
import { inked, pens } from './pens';

const widths = (svg: string) =>
  [...svg.slice(svg.indexOf('>') + 1).matchAll(/stroke-width="([^"]+)"/g)].map(([, w]) => Number(w));
const drawing = group(
  {},
  path('M0 0H9', { stroke: '#123456', 'stroke-width': 2.3 }),
  path('M0 1H9', { stroke: '#123456', 'stroke-width': 1.4 }),
  path('M0 2H9', { stroke: '#123456', 'stroke-width': 1.2, 'stroke-dasharray': '4 3' }),
  path('M0 3H9', { stroke: '#123456', 'stroke-width': 9 }),
);

test('contour, seam and stitch keep their weights when a drawing is enlarged; a strap grows with it', () => {
  const drawn = widths(toSvg(9, 9, inked(drawing, 2))).map((width) => width * 2);
  expect(drawn).toEqual([pens.contour, pens.seam, pens.stitch, 18].map((weight) => expect.closeTo(weight, 0)));
});

test('a part that is placed smaller inside is drawn with the same pens', () => {
  const [contour = 0] = widths(toSvg(9, 9, inked(group({ transform: 'translate(3 3)scale(.5)' }, drawing), 4)));
  expect(contour * 2).toBeCloseTo(pens.contour, 0);
});

test('what was inked for its place, and lettering, keep their weights in the picture around them', () => {
  const thing = group({ transform: 'scale(2)' }, inked(drawing, 2));
  expect(widths(toSvg(9, 9, inked(thing, 1)))).toEqual(widths(toSvg(9, 9, thing)));
  const word = lettering('NOOL', 0, 0, 12, { 'stroke-width': 1.9 });
  expect(widths(toSvg(9, 9, inked(word, 1)))).toEqual([1.9]);
});
