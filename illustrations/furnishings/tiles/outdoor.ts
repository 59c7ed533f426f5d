import { colour } from '../../core/palette';
import { labelTag, solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { pillow } from '../bedding';
import { fabric, fallLight, shadow, soft } from '../cloth';
import { floor } from '../rooms';
import { bench, boxCushion, leg, lounger } from '../seating';
import { plant } from '../things';
import { outlook } from '../windows';
import { wordsOf } from '../words';

const ink = colour.ink;

function parasol(x: number, y: number, h: number, material = fabric.awning): SvgNode {
  return place(
    all(
      solid(`M-5 ${-h}H5V0H-5Z`, colour.wood, 1.8),
      soft(
        `M-220 ${-h + 84}Q-120 ${-h - 10} 0 ${-h - 34}Q120 ${-h - 10} 220 ${-h + 84}Q165 ${-h + 66} 110 ${-h + 88}Q55 ${-h + 66} 0 ${-h + 90}Q-55 ${-h + 66} -110 ${-h + 88}Q-165 ${-h + 66} -220 ${-h + 84}Z`,
        material,
        {
          light: fallLight,
          seams: `M0 ${-h - 34}Q-80 ${-h + 20} -110 ${-h + 88}M0 ${-h - 34}Q80 ${-h + 20} 110 ${-h + 88}M0 ${-h - 34}V${-h + 90}`,
        },
      ),
      path(`M0 ${-h - 34}v-16`, { stroke: ink, 'stroke-width': 6 }),
    ),
    x,
    y,
  );
}

export const outdoor = () =>
  all(
    place(outlook(800, 360, 'trees'), 0, 0),
    path('M0 300H800V330H0Z', { fill: '#8FA183', stroke: ink, 'stroke-width': 1.6 }),
    floor(800, 330, 600, '#C9B08A'),
    parasol(560, 560, 500, fabric.stripe),
    shadow(330, 560, 320, 30),
    ...[90, 570].map((x) => place(leg(200, '#8A6238'), x, 360)),
    solid('M66 480H594V506H66Z', '#A9764A', 2.2),
    solid('M66 390H104V506H66ZM556 390H594V506H556Z', '#A9764A', 2.2),
    ...[190, 330, 470].map((x) => place(boxCushion(142, 128, fabric.deepSage, '#E9E0CC'), x, 400)),
    ...[190, 330, 470].map((x) => place(boxCushion(144, 42, fabric.deepSage, '#E9E0CC'), x, 478)),
    place(pillow(120, 104, fabric.palm, { edge: 'piping', trim: '#65755A' }), 160, 422, 1, -10),
    place(pillow(116, 96, fabric.awning), 500, 424, 1, 9),
    place(bench(150, 70, fabric.oat), 690, 586),
    place(plant(210), 730, 440),
    place(labelTag(...wordsOf('outdoor-upholstery')), 130, 560),
  );

export const poolside = () => {
  const ripples = Array.from({ length: 16 }, (_, i) => `M${(i * 97) % 700} ${480 + (i % 6) * 22}q20 -9 40 0t40 0`).join(
    '',
  );
  const drops = [
    [330, 330],
    [380, 322],
    [420, 336],
    [470, 326],
    [520, 334],
    [560, 324],
  ]
    .map(([x = 0, y = 0]) => `M${x} ${y}c-7 8 -8 14 0 15c8 -1 7 -7 0 -15z`)
    .join('');
  return all(
    place(outlook(800, 300, 'sea'), 0, 0),
    path('M0 250H800V450H0Z', { fill: '#E3D6B9', stroke: ink, 'stroke-width': 2 }),
    path('M0 300H800M0 370H800', { stroke: ink, 'stroke-width': 1, opacity: 0.25 }),
    solid('M0 440H800V462H0Z', '#F6F0E2', 2),
    path('M0 462H800V600H0Z', { fill: '#7FB3B6' }),
    path(ripples, { stroke: '#fff', 'stroke-width': 4, opacity: 0.65 }),
    parasol(180, 430, 400, fabric.awning),
    place(lounger(fabric.awning), 420, 424, 1.12),
    path(drops, { fill: '#BFE0E2', stroke: ink, 'stroke-width': 1.3 }),
    place(pillow(120, 80, fabric.deepSage, { edge: 'piping', trim: '#F6F0E2' }), 690, 400),
    place(labelTag(...wordsOf('waterproof-poolside')), 690, 540),
  );
};
