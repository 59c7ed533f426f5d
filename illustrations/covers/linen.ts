import { colour, shade } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { labelTag, solid } from '../core/props';
import { all, clipped, el, path, place, type SvgNode } from '../core/svg';
import { bar, crest, hangingTowel } from '../furnishings/bath';
import { bed, stack } from '../furnishings/bedding';
import { fabric } from '../furnishings/cloth';
import { curtain, outlook, pole } from '../furnishings/windows';
import { ground, note, woven } from './parts';

const ink = colour.ink;

function towel(): SvgNode {
  const loops = Array.from(
    { length: 26 },
    (_, i) => `M${560 + i * 22} 640v-${90 + (i % 3) * 12}a9 9 0 0 1 18 0v${90 + (i % 3) * 12}`,
  ).join('');
  const ticks = Array.from({ length: 12 }, (_, i) => {
    const a = (i * Math.PI) / 6;
    return `M${900 + Math.cos(a) * 138} ${260 + Math.sin(a) * 138}L${900 + Math.cos(a) * 158} ${260 + Math.sin(a) * 158}`;
  }).join('');
  return all(
    ground('#D3DCCB'),
    place(bar(420), 70, 90),
    place(hangingTowel(300, 560, fabric.terry, '#65755A', crest('#65755A')), 130, 90),
    el('circle', { cx: 908, cy: 272, r: 186, fill: ink, opacity: 0.18 }),
    el('circle', { cx: 900, cy: 260, r: 184, fill: '#FFFBF2', stroke: ink, 'stroke-width': 4 }),
    el('circle', { cx: 900, cy: 260, r: 170, stroke: colour.madder, 'stroke-width': 3, 'stroke-dasharray': '14 8' }),
    path(ticks, { stroke: ink, 'stroke-width': 6 }),
    path('M900 260V140M900 260L990 310', { stroke: ink, 'stroke-width': 10 }),
    path('M900 260V100A160 160 0 0 1 1052 310Z', { fill: colour.madder, opacity: 0.22 }),
    path(loops, { stroke: ink, 'stroke-width': 9 }),
    path(loops, { stroke: '#F6F0E2', 'stroke-width': 5 }),
    solid('M540 640H1150V676H540Z', '#B6A98A', 2.4),
    lettering('PILE 5 MM', 560, 474, 17, { 'stroke-width': 2.3 }),
    lettering('GROUND', 1140, 694, 15, { 'stroke-width': 2 }, 'end'),
  );
}

const curtains = () =>
  all(
    ground('#9DAA8C', false),
    place(outlook(700, 700, 'dusk'), 330, 50),
    path('M330 50H1030V750H330ZM680 50V750M330 300H1030', { stroke: ink, 'stroke-width': 12 }),
    path('M330 50H1030V750H330ZM680 50V750M330 300H1030', { stroke: '#F3ECDC', 'stroke-width': 8 }),
    place(curtain(360, 690, fabric.indigo, undefined, { seed: 4, pleats: 9 }), 100, 50),
    place(curtain(280, 690, fabric.sheer, undefined, { sheer: 0.4, pleats: 10, seed: 6 }), 470, 50),
    place(curtain(300, 690, fabric.indigo, undefined, { seed: 9, pleats: 8 }), 830, 50),
    place(pole(1080, '#8A6238'), 60, 46),
    path('M110 726H460M840 726H1130', { stroke: colour.marigold, 'stroke-width': 7, 'stroke-dasharray': '3 16' }),
    note('LEAD IN THE HEM', 640, 690, 470, 722, '#F4EDDF'),
  );

const sheets = () =>
  all(
    ground('#E2E4D6'),
    place(bed({ head: fabric.sage, trim: '#65755A', board: 'channels' }), 300, 690, 0.86),
    ...[
      ['ON THE BED', 3],
      ['IN THE WASH', 3],
      ['ON THE SHELF', 3],
      ['REAL LIFE', 1],
    ].map(([name, n], i) =>
      all(
        place(
          stack(
            190,
            Array.from({ length: Number(n) }, (_, k) => [46, k % 2 ? fabric.white : fabric.linen, '#65755A'] as const),
          ),
          640 + (i % 2) * 270,
          340 + Math.floor(i / 2) * 300,
        ),
        lettering(
          String(name),
          735 + (i % 2) * 270,
          366 + Math.floor(i / 2) * 300,
          14,
          { 'stroke-width': 2 },
          'middle',
        ),
        lettering(
          i === 3 ? '+0.5' : String(i + 1),
          735 + (i % 2) * 270,
          120 + Math.floor(i / 2) * 300,
          40,
          { stroke: colour.madder, 'stroke-width': 5 },
          'middle',
        ),
      ),
    ),
    path('M560 80V680', { stroke: colour.indigo, 'stroke-width': 3, 'stroke-dasharray': '16 9' }),
  );

const threadCount = () => {
  const lens = path('M660 100a270 270 0 1 0 .1 0');
  return all(
    ground('#E9E0CC'),
    path(outline([0, 120], [700, 60, 's'], [1200, 110], [1200, 750], [0, 750]), {
      fill: '#FBF8F1',
      stroke: ink,
      'stroke-width': 3,
    }),
    path(outline([0, 120], [700, 60, 's'], [1200, 110], [1200, 750], [0, 750]), {
      fill: {
        target: el(
          'pattern',
          { width: 9, height: 9, patternUnits: 'userSpaceOnUse' },
          path('M0 2h9M0 6.5h9M2 0v9M6.5 0v9', { stroke: '#CFC4AB', 'stroke-width': 1 }),
        ),
        form: 'url',
      },
    }),
    el('ellipse', { cx: 676, cy: 396, rx: 290, ry: 284, fill: ink, opacity: 0.24 }),
    clipped(lens, path('M380 90H940V650H380Z', { fill: '#8A7F69' }), place(woven('#E9DFC8', 70), 360, 80, 1, 4)),
    path('M660 100a270 270 0 1 0 .1 0', { stroke: ink, 'stroke-width': 34 }),
    path('M660 100a270 270 0 1 0 .1 0', { stroke: colour.brass, 'stroke-width': 25 }),
    path('M862 560L1060 740', { stroke: ink, 'stroke-width': 62 }),
    path('M866 564L1060 740', { stroke: shade(colour.wood, 0.4), 'stroke-width': 50 }),
    lettering('300', 110, 240, 70, { stroke: colour.indigo, 'stroke-width': 8 }),
    lettering('1000', 110, 400, 44, { stroke: colour.madder, 'stroke-width': 6, opacity: 0.7 }),
    path('M96 424L330 416', { stroke: colour.madder, 'stroke-width': 7 }),
    place(labelTag('NE 60S / SATEEN', 'COMBED, LONG STAPLE'), 220, 600, 1.5),
  );
};

/** Covers of posts about linen and rooms, by slug. */
export const linenCovers: Readonly<Record<string, () => SvgNode>> = {
  'a-towel-and-the-drying-hour': towel,
  'curtains-that-hang-like-water': curtains,
  'how-many-sheets-for-one-bed': sheets,
  'thread-count-is-the-wrong-question': threadCount,
};
