import { colour, dye, shade } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { labelTag, solid } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { drape, soft } from '../furnishings/cloth';
import { flatShirt, ground, thermometer } from './parts';

const ink = colour.ink;

export const heat = () =>
  all(
    ground('#E9B95E', false),
    el('circle', { cx: 880, cy: 240, r: 190, fill: '#F6DFA0', opacity: 0.8 }),
    el('circle', { cx: 880, cy: 240, r: 130, fill: '#FFF3CF' }),
    path(
      Array.from({ length: 20 }, (_, i) => {
        const a = (i * Math.PI) / 10;
        return `M${880 + Math.cos(a) * 220} ${240 + Math.sin(a) * 220}L${880 + Math.cos(a) * 270} ${240 + Math.sin(a) * 270}`;
      }).join(''),
      { stroke: '#FFF3CF', 'stroke-width': 9 },
    ),
    path('M0 130Q600 190 1200 120', { stroke: ink, 'stroke-width': 4 }),
    place(flatShirt(cloth('#F6F0E2', 'mesh', undefined, undefined, 1.4)), 470, 400, 1.1, -3),
    path('M330 140v40M600 146v36', { stroke: ink, 'stroke-width': 12 }),
    path('M330 140v40M600 146v36', { stroke: colour.wood, 'stroke-width': 8 }),
    place(thermometer(430, 0.86), 1060, 640),
    lettering('42', 955, 330, 50, { stroke: colour.madder, 'stroke-width': 6 }),
    path('M0 690Q400 640 760 690T1200 680V750H0Z', { fill: shade('#E9B95E', 0.2), stroke: ink, 'stroke-width': 2 }),
    path('M330 640q40 -20 80 0t80 0M240 600q40 -20 80 0', { stroke: '#fff', 'stroke-width': 6, opacity: 0.6 }),
  );

const flame = (x: number, y: number, k: number): SvgNode =>
  place(
    all(
      path(
        'M0 0C-90 -20 -90 -130 -30 -190C-30 -150 -6 -140 0 -160C10 -220 -10 -260 30 -310C30 -230 100 -190 90 -90C86 -30 50 0 0 0Z',
        { fill: '#E2722E', stroke: ink, 'stroke-width': 2.6 },
      ),
      path('M4 -6C-40 -20 -44 -80 -4 -120C0 -90 20 -110 26 -150C50 -100 60 -40 4 -6Z', { fill: '#F6DFA0' }),
    ),
    x,
    y,
    k,
  );

export const flameRetardant = () =>
  all(
    ground('#3D2A24', false),
    ...[
      [dye.straw, 'TREATED COTTON'],
      [dye.slate, 'MODACRYLIC'],
      [dye.olive, 'ARAMID'],
    ].map(([color, name], i) =>
      all(
        soft(
          outline(
            [120 + i * 340, 90],
            [400 + i * 340, 80],
            [410 + i * 340, 430, 's'],
            [360 + i * 340, 470],
            [300 + i * 340, 440, 's'],
            [230 + i * 340, 480],
            [170 + i * 340, 446, 's'],
            [112 + i * 340, 470],
          ),
          cloth(String(color), (['twill', 'denim', 'herringbone'] as const)[i] ?? 'twill', undefined, undefined, 1.6),
          {
            width: 3,
            folds: [
              [160 + i * 340, 120, 150 + i * 340, 420, 16, 8],
              [370 + i * 340, 110, 370 + i * 340, 420, 16, -8],
            ],
          },
        ),
        path(
          `M${112 + i * 340} 470L${170 + i * 340} 446L${230 + i * 340} 480L${300 + i * 340} 440L${360 + i * 340} 470L${410 + i * 340} 430l-6 -40l-60 20l-50 -18l-60 30l-60 -26l-58 22z`,
          { fill: '#1C1412', opacity: 0.85 },
        ),
        flame(260 + i * 340, 680, [1, 0.62, 0.4][i] ?? 1),
        lettering(String(name), 260 + i * 340, 704, 15, { stroke: '#F6DFA0', 'stroke-width': 2 }, 'middle'),
      ),
    ),
  );

const maroons: readonly Cloth[] = [
  cloth('#6F2431', 'twill', undefined, undefined, 1.6),
  cloth('#7A2A38', 'linen', undefined, undefined, 1.4),
  cloth('#6A2030', 'knit', undefined, undefined, 2),
  cloth('#842A3A'),
  cloth('#702634', 'herringbone', undefined, undefined, 1.5),
];

export const oneColour = () =>
  all(
    ground('#E9E0CC'),
    solid('M60 60H1140V96H60Z', '#3D4047', 2.6),
    path('M80 96H1120L1180 700H20Z', { fill: '#FFF6D8', opacity: 0.5 }),
    ...maroons.map((material, i) =>
      place(
        drape(
          [
            [0, 0, 186],
            [300, -6, 192],
            [450 + (i % 2) * 40, -14, 200],
          ],
          3 + (i % 3),
          material,
          { hem: 9, seed: i + 3 },
        ),
        90 + i * 212,
        150,
      ),
    ),
    ...['TWILL', 'GEORGETTE', 'KNIT', 'SATIN', 'WOOL'].map((name, i) => place(labelTag(name), 184 + i * 212, 690, 1.5)),
    path('M70 150H1130', { stroke: ink, 'stroke-width': 10 }),
    path('M70 150H1130', { stroke: colour.steel, 'stroke-width': 6 }),
  );

export const survives = () =>
  all(
    ground('#C4CBBE'),
    ...[0, 1, 2].map((i) =>
      all(
        soft(
          outline([60 + i * 370, 150], [380 + i * 370, 140], [384 + i * 370, 560], [64 + i * 370, 570]),
          cloth(
            [dye.chambray, dye.khaki, dye.ecru][i] ?? dye.ecru,
            (['twill', 'herringbone', 'linen'] as const)[i] ?? 'twill',
            undefined,
            undefined,
            1.8,
          ),
          {
            width: 2.8,
            folds: [
              [90 + i * 370, 180, 84 + i * 370, 540, 16, 8],
              [350 + i * 370, 180, 352 + i * 370, 540, 16, -8],
            ],
          },
        ),
        el('circle', { cx: 222 + i * 370, cy: 350, r: 92, fill: '#fff', opacity: [0.12, 0.3, 0.55][i] }),
        path(`M${222 + i * 370} 258a92 92 0 1 0 .1 0`, {
          stroke: colour.madder,
          'stroke-width': 3.4,
          'stroke-dasharray': '12 8',
        }),
        lettering(
          ['POLY-COTTON', 'POLY-VISCOSE', 'COTTON'][i] ?? '',
          222 + i * 370,
          600,
          17,
          { 'stroke-width': 2.3 },
          'middle',
        ),
        lettering(
          ['40 000', '30 000', '15 000'][i] ?? '',
          222 + i * 370,
          640,
          22,
          { stroke: colour.madder, 'stroke-width': 3 },
          'middle',
        ),
      ),
    ),
    path('M40 60H1160', { stroke: ink, 'stroke-width': 24 }),
    path('M40 60H1160', { stroke: colour.steel, 'stroke-width': 18 }),
    ...[0, 1, 2].map((i) =>
      all(
        path(`M${222 + i * 370} 60V270`, { stroke: ink, 'stroke-width': 16 }),
        path(`M${222 + i * 370} 60V270`, { stroke: colour.steel, 'stroke-width': 11 }),
        solid(`M${172 + i * 370} 262h100v36h-100z`, '#3D4047', 2.4),
      ),
    ),
  );
