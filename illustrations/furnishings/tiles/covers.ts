import { colour, shade } from '../../core/palette';
import { labelTag, solid, swatch } from '../../core/props';
import { all, el, group, path, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { crest } from '../bath';
import { pillow, stack } from '../bedding';
import { drape, fabric, fallLight, shadow, soft } from '../cloth';
import { dimension, floor, wall } from '../rooms';
import { lamp, table, vase } from '../things';
import { windowFrame } from '../windows';
import { wordsOf } from '../words';

const ink = colour.ink;

export function sofaFabrics(): SvgNode {
  const rolls = [fabric.herringbone, fabric.deepSage, fabric.clay, fabric.palm, fabric.indigo];
  const books = [fabric.oat, fabric.sage, fabric.brocade, fabric.madder, fabric.stripe, fabric.hide];
  return all(
    wall(800, 600, '#DDD2B8'),
    place(table(760, 150, '#A9764A', 26), 400, 620),
    ...rolls.map((material, i) =>
      all(
        soft(`M${80 + i * 58} 150h52v320h-52z`, material, { light: fallLight }),
        el('ellipse', {
          cx: 106 + i * 58,
          cy: 150,
          rx: 26,
          ry: 9,
          fill: shade(material.base, 0.1),
          stroke: ink,
          'stroke-width': 1.8,
        }),
        el('ellipse', {
          cx: 106 + i * 58,
          cy: 150,
          rx: 9,
          ry: 3.5,
          fill: colour.kraft,
          stroke: ink,
          'stroke-width': 1.2,
        }),
      ),
    ),
    drape(
      [
        [360, 300, 372],
        [470, 296, 380],
        [560, 290, 392],
      ],
      4,
      fabric.indigo,
      { hem: 5 },
    ),
    ...books.map((material, i) =>
      group({ transform: `translate(590 440) rotate(${-165 + i * 30})` }, place(swatch(material, 200, 104), 18, -52)),
    ),
    el('circle', { cx: 590, cy: 440, r: 15, fill: colour.brass, stroke: ink, 'stroke-width': 2 }),
    place(labelTag(...wordsOf('sofa-fabrics')), 590, 540, 1.2),
  );
}

export function tableRunners(): SvgNode {
  const plate = (x: number, y: number, k: number) =>
    all(
      el('ellipse', { cx: x, cy: y + 6, rx: 74 * k, ry: 27 * k, fill: ink, opacity: 0.18 }),
      el('ellipse', { cx: x, cy: y, rx: 72 * k, ry: 25 * k, fill: '#FDFBF5', stroke: ink, 'stroke-width': 2 }),
      el('ellipse', { cx: x, cy: y, rx: 50 * k, ry: 16 * k, fill: 'none', stroke: '#8A9A7B', 'stroke-width': 2 }),
      path(`M${x - 92 * k} ${y + 12}l-8 -40M${x + 92 * k} ${y + 12}l8 -40M${x + 104 * k} ${y + 12}l8 -40`, {
        stroke: '#7A7F80',
        'stroke-width': 4,
      }),
    );
  return all(
    wall(800, 260, '#E6DBC3'),
    floor(800, 260, 600, '#A88458'),
    place(windowFrame(220, 200, 'trees', 2, 1), 60, 24),
    place(lamp(170, '#F3E6C4', '#65755A'), 690, 236),
    shadow(400, 560, 380, 40),
    solid(
      'M60 470L190 240H610L740 470V500H60Z',
      '#9C7046',
      2.6,
      path('M100 410H700M140 340H660M170 280H630', { stroke: ink, 'stroke-width': 1, opacity: 0.3 }),
    ),
    solid('M60 470H740V500H60Z', '#8A6238', 2.2),
    solid('M92 500h30v100h-22zM708 500h-30v100h22z', '#8A6238', 2),
    soft('M290 470L338 226H462L510 470Z', fabric.indigo, {
      stitch: ['M310 470L352 240H448L490 470', '#E2A72E'],
      folds: [[350, 300, 340, 440, 5, 3]],
    }),
    drape(
      [
        [470, 290, 510],
        [560, 286, 514],
      ],
      3,
      fabric.indigo,
      { hem: 3, border: [20, '#E2A72E'] },
    ),
    path(
      'M288 566l-2 14M312 568v14M336 566v14M360 568v14M384 566v14M408 568v14M432 566v14M456 568v14M480 566v14M504 566v14',
      { stroke: '#E2A72E', 'stroke-width': 4 },
    ),
    plate(226, 400, 1),
    plate(574, 400, 1),
    plate(258, 296, 0.78),
    plate(542, 296, 0.78),
    place(vase(110, '#B5654A'), 400, 350),
    place(crest('#E2A72E'), 400, 424, 1),
    dimension(60, 586, 260, 586, wordsOf('table-runners')[1]),
  );
}

/** One cover laid flat, open along its foot: the zip's teeth and the dark inside, `w` wide, its top left at (0, 0). */
function openCover(w: number, material: Cloth): SvgNode {
  const teeth = (y: number) =>
    Array.from(
      { length: Math.floor(w / 8) },
      (_, i) => `M${4 + i * 8} ${y + Math.sin((i * 8 * Math.PI) / w) * 16}v8`,
    ).join('');
  return all(
    path(`M8 12H${w + 10}V${w + 20}H8Z`, { fill: ink, opacity: 0.2 }),
    path(`M0 ${w - 8}Q${w / 2} ${w + 60} ${w} ${w - 8}Z`, {
      fill: shade(material.base, 0.55),
      stroke: ink,
      'stroke-width': 2.4,
    }),
    soft(`M0 4Q${w / 2} -4 ${w} 4L${w + 2} ${w - 10}Q${w / 2} ${w + 8} -2 ${w - 10}Z`, material, {
      width: 2.6,
      folds: [
        [20, 30, 34, w - 30, 9, 6],
        [w - 24, 40, w - 34, w - 40, 9, -6],
        [w * 0.4, w * 0.75, w * 0.46, w, 8, 4],
      ],
      stitch: [`M10 14H${w - 10}V${w - 16}M10 14V${w - 16}`, '#8A7444'],
    }),
    path(teeth(w - 8), { stroke: colour.brass, 'stroke-width': 3.4 }),
    solid(`M${w - 16} ${w - 18}h20v26l-10 18l-10 -18z`, colour.brass, 1.8),
  );
}

export const cushionCovers = () =>
  all(
    wall(800, 600, '#DDE0D0'),
    path(Array.from({ length: 17 }, (_, i) => `M${i * 50} 0V600M0 ${i * 50}H800`).join(''), {
      stroke: '#C5CBB6',
      'stroke-width': 1,
    }),
    place(pillow(300, 290, fabric.white, { edge: 'plain' }), 186, 190, 1, -8),
    place(openCover(280, fabric.brocade), 300, 150, 1, 5),
    place(pillow(210, 200, fabric.palm, { edge: 'piping', trim: '#65755A' }), 650, 440, 1, 9),
    place(
      stack(230, [
        [24, fabric.madder],
        [22, fabric.sage],
        [24, fabric.indigo],
        [22, fabric.stripe],
        [24, fabric.clay],
      ]),
      60,
      560,
    ),
    place(crest('#65755A'), 440, 300, 1.9, 5),
    place(labelTag(...wordsOf('cushion-covers')), 420, 540, 1.3),
  );
