import { colour } from '../../core/palette';
import { lettering } from '../../core/pens/lettering';
import { labelTag, swatch } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { fabric } from '../cloth';
import { dimension, floor, skirting, sunlight, wall } from '../rooms';
import { armchair, bench } from '../seating';
import { lamp, plant, table, vase } from '../things';
import { curtain, dressedWindow, pole, rollerBlind, roman, sheerPair, venetian, windowFrame } from '../windows';
import { wordsOf } from '../words';

const ink = colour.ink;
const room = (color: string, ground: string, y = 500) =>
  all(wall(800, y, color), floor(800, y, 600, ground), skirting(800, y, color));

const customCurtains = () =>
  all(
    room('#E9E0CC', '#B58E60'),
    place(dressedWindow(520, 470, fabric.sage, 'trees', true, [26, '#A63A24']), 90, 40),
    sunlight(180, 520, 70, 34, 0.9),
    place(armchair(fabric.oat, fabric.palm), 690, 580, 0.72),
    dimension(64, 50, 64, 510, wordsOf('custom-curtains')[1]),
  );

const sheers = () =>
  all(
    room('#DCE3DA', '#C7B48F'),
    place(windowFrame(500, 400, 'sea', 3, 1), 150, 60),
    place(sheerPair(600, 480), 100, 44),
    place(pole(660, '#C4962F'), 70, 44),
    sunlight(220, 512, 90, 36, 1),
    place(table(150, 120), 720, 580),
    place(vase(120, '#7F9176'), 720, 460),
  );

const blinds = () =>
  all(
    room('#D9CFB6', '#A9855A'),
    place(windowFrame(300, 350, 'trees', 2, 2), 60, 60),
    place(venetian(300, 330, '#B98A57', '#65755A'), 60, 48),
    place(windowFrame(280, 350, 'trees', 2, 2), 450, 60),
    place(roman(280, 240, fabric.palm), 450, 52),
    path('M80 520l60 70M120 520l60 70M160 520l60 70M200 520l60 70M240 520l60 70', {
      stroke: '#FFF6D8',
      'stroke-width': 14,
      opacity: 0.45,
    }),
    place(bench(280, 84, fabric.deepSage), 590, 580),
    place(plant(190), 400, 584),
    lettering(wordsOf('blinds').join(' / '), 400, 24, 9, { 'stroke-width': 1.1 }, 'middle'),
  );

const rollerBlinds = () =>
  all(
    room('#E2E4D6', '#BFA67D'),
    ...[60, 300, 540].map((x) => place(windowFrame(200, 350, 'dusk', 1, 2), x, 70)),
    place(rollerBlind(184, 260, fabric.linen), 68, 82),
    place(rollerBlind(184, 150, fabric.awning), 308, 82),
    place(rollerBlind(184, 330, fabric.deepSage), 548, 82),
    place(table(420, 96), 390, 588),
    place(lamp(130, '#F3E6C4', '#A63A24'), 260, 492),
    ...[fabric.linen, fabric.awning, fabric.deepSage].map((material, i) =>
      place(swatch(material, 66, 54), 360 + i * 52, 440 - i * 5, 1, -8 + i * 9),
    ),
    place(labelTag('BLACKOUT', 'DIM-OUT / SCREEN'), 610, 458),
  );

const curtains = () =>
  all(
    wall(800, 600, '#CBD3BD'),
    place(windowFrame(420, 640, 'sky', 2, 3), 330, 60),
    place(curtain(300, 640, fabric.madder, 'left', { seed: 3 }), 120, 54),
    place(curtain(250, 640, fabric.sheer, undefined, { sheer: 0.4, pleats: 9, seed: 8 }), 520, 54),
    place(curtain(140, 640, fabric.linen, undefined, { seed: 12 }), 690, 54),
    place(pole(760, '#8A6238'), 60, 48),
    path('M232 436q18 60 -6 130', { stroke: ink, 'stroke-width': 5 }),
    path('M232 436q18 60 -6 130', { stroke: colour.marigold, 'stroke-width': 3, 'stroke-dasharray': '6 3' }),
    path('M214 560h26l8 60h-42z', { fill: colour.marigold, stroke: ink, 'stroke-width': 2 }),
    place(labelTag('PINCH PLEAT', 'LINED + INTERLINED'), 402, 455),
    dimension(84, 60, 84, 400, '290'),
  );

/** The window tiles by file name. */
export const windowTiles: Readonly<Record<string, () => SvgNode>> = {
  'custom-curtains': customCurtains,
  sheers,
  blinds,
  'roller-blinds': rollerBlinds,
  curtains,
};
