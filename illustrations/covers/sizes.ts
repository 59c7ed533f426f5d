import { colour, dye, tint } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { labelTag, pin, solid } from '../core/props';
import { all, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { foldedShirt } from '../merchandise/packing';
import { hung, hungRow, wardrobe } from '../scenes/props/hung';
import { railStand, stacksOn } from '../scenes/props/studio';
import { snakeTape } from '../scenes/props/tools';
import { flatShirt, flatTrousers, ground, note, standing } from './parts';

const ink = colour.ink;

export const forecasting = () =>
  all(
    ground('#E4D8C0'),
    ...[
      [9, 'S'],
      [5, 'M'],
      [2, 'L'],
      [4, 'XL'],
      [8, 'XXL'],
    ].map(([n, size], i) =>
      all(
        place(
          stacksOn([
            [
              160,
              34,
              ...Array.from({ length: Number(n) }, (_, k) =>
                cloth([dye.indigo, dye.chambray][k % 2] ?? dye.indigo, 'twill'),
              ),
            ],
          ]),
          120 + i * 205,
          590,
        ),
        place(labelTag(String(size)), 205 + i * 205, 634, 1.7),
      ),
    ),
    path('M60 592H1140V612H60Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2.4 }),
    path('M90 150C300 170 380 330 560 400S840 470 1120 180', {
      stroke: ink,
      'stroke-width': 5,
      opacity: 0.2,
      transform: 'translate(4 8)',
    }),
    path('M90 150C300 170 380 330 560 400S840 470 1120 180', {
      stroke: colour.madder,
      'stroke-width': 5,
      'stroke-dasharray': '20 11',
    }),
    place(pin(), 600, 424, 2),
    note('ORDER HERE', 760, 330, 612, 414),
  );

export const measuring = () =>
  all(
    ground('#D5DBC8'),
    place(railStand(620, 520), 520, 690),
    place(hungRow(7, 82, 2, 1.02), 590, 174),
    standing('industrial-supervisors', 240, 722, 0.82),
    place(
      snakeTape(
        [
          [150, 230],
          [240, 290, 's'],
          [340, 240, 's'],
          [420, 420, 's'],
          [330, 560, 's'],
          [430, 720],
        ],
        26,
      ),
      0,
      0,
    ),
    place(
      all(
        solid('M0 0H230V150H0Z', '#FFFBF2', 2.2),
        lettering('DAY 1', 18, 18, 17, { stroke: colour.madder, 'stroke-width': 2.4 }),
        path(
          Array.from(
            { length: 8 },
            (_, i) =>
              `M${22 + (i % 4) * 52} ${66 + Math.floor(i / 4) * 42}v28m8 -28v28m8 -28v28m8 -28v28m-30 -4l36 -20`,
          ).join(''),
          { stroke: ink, 'stroke-width': 2.6 },
        ),
      ),
      880,
      40,
      1,
      3,
    ),
  );

export const nine = () =>
  all(
    ground('#EFE4CC'),
    ...[
      cloth(dye.white),
      cloth(dye.sky, 'stripe', '#FBF8F1'),
      cloth(dye.blush),
      cloth(dye.navy, 'twill'),
      cloth(dye.charcoal, 'herringbone'),
      cloth(dye.chambray, 'denim'),
      cloth(dye.olive, 'twill'),
      cloth(dye.madder, 'knit'),
      cloth(dye.oat, 'linen'),
    ].map((material, i) => {
      const x = 380 + (i % 3) * 330;
      const y = 150 + Math.floor(i / 3) * 226;
      return all(
        path(`M${x - 146} ${y - 104}h292v208h-292z`, {
          fill: '#FFFBF2',
          stroke: ink,
          'stroke-width': 1.6,
          opacity: 0.7,
        }),
        i < 3
          ? place(flatShirt(material, material.base), x, y + 8, 0.38)
          : i < 6
            ? place(flatTrousers(material), x, y, 0.34)
            : place(foldedShirt(material, material.base, false), x, y + 2, 0.72),
        lettering(`0${i + 1}`, x - 132, y - 92, 14, { stroke: colour.madder, 'stroke-width': 2 }),
      );
    }),
    lettering('9', 60, 90, 130, { stroke: colour.indigo, 'stroke-width': 12 }),
    lettering('FOR 30', 44, 560, 28, { stroke: colour.indigo, 'stroke-width': 4 }),
    path('M44 610H190', { stroke: colour.madder, 'stroke-width': 4, 'stroke-dasharray': '16 9' }),
  );

export const sixtyDays = () =>
  all(
    ground('#DDD2B8'),
    ...Array.from({ length: 12 }, (_, i) => {
      const spec = wardrobe[4];
      return (
        spec &&
        place(
          all(
            hung({
              ...spec,
              material: cloth(tint(dye.cobalt, i * 0.035), 'twill'),
              under: cloth(dye.charcoal),
              length: 300,
            }),
            place(labelTag(String(i + 1)), 10, 420, 1.3),
          ),
          80 + i * 92,
          110,
          0.94,
        )
      );
    }),
    path('M30 108H1170', { stroke: ink, 'stroke-width': 13 }),
    path('M30 108H1170', { stroke: colour.steel, 'stroke-width': 9 }),
    path(Array.from({ length: 60 }, (_, i) => `M${60 + i * 18.3} ${i % 10 === 9 ? 600 : 620}V680`).join(''), {
      stroke: ink,
      'stroke-width': 4,
    }),
    path(`M56 650H${60 + 41 * 18.3}`, { stroke: colour.madder, 'stroke-width': 8 }),
    lettering('DAY 42 / 60', 1140, 570, 20, { stroke: colour.madder, 'stroke-width': 2.8 }, 'end'),
  );

export const ratios = () =>
  all(
    ground('#E9E0CC'),
    path('M60 610H1150', { stroke: ink, 'stroke-width': 4 }),
    ...[
      [0.34, 1],
      [0.4, 3],
      [0.46, 4],
      [0.52, 3],
      [0.58, 1],
    ].map(([k = 1, n = 1], i) =>
      all(
        place(
          flatShirt(cloth([dye.sage, dye.chambray, dye.indigo, dye.madder, dye.marigold][i] ?? dye.sage, 'linen')),
          160 + i * 220,
          200 + (0.58 - k) * 120,
          k,
        ),
        ...Array.from({ length: n }, (_, j) =>
          solid(
            `M${100 + i * 220} ${606 - (j + 1) * 62}h116v56h-116z`,
            tint([dye.sage, dye.chambray, dye.indigo, dye.madder, dye.marigold][i] ?? dye.sage, 0.15),
            2,
          ),
        ),
        lettering(['S', 'M', 'L', 'XL', '2XL'][i] ?? '', 158 + i * 220, 640, 26, { 'stroke-width': 3.6 }, 'middle'),
        lettering(String(n), 158 + i * 220, 694, 18, { stroke: colour.madder, 'stroke-width': 2.6 }, 'middle'),
      ),
    ),
  );
