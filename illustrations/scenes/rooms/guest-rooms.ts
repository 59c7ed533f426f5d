import { colour } from '../../core/palette';
import { peg, solid } from '../../core/props';
import { all, path, place } from '../../core/svg';
import { pillow, stack } from '../../furnishings/bedding';
import { drape, fabric } from '../../furnishings/cloth';
import { robe } from '../../furnishings/robe';
import { sunlight, vignette } from '../../furnishings/rooms';
import { armchair, bench } from '../../furnishings/seating';
import { lamp, pendant, plant } from '../../furnishings/things';
import { curtain, dressedWindow, pole, sheerPair, windowFrame } from '../../furnishings/windows';
import { framed, night, panels, room, rug, shell } from '../props/room-kit';

const ink = colour.ink;

/** A guest room at morning: made bed, sheers, a robe on its hook. */
export const furnishingsHero = () =>
  all(
    shell('#DDE1D3', '#C3A67A'),
    place(windowFrame(430, 600, 'trees', 3, 2), 120, 70),
    place(sheerPair(560, 690), 60, 44),
    place(pole(640, '#A9814F'), 20, 44),
    sunlight(560, 90, 110, 190, 0.45),
    rug(800, 900, 560, 84, '#EFE6D0', '#8A9A7B'),
    room({ head: fabric.sage, runner: fabric.deepSage, cushion: fabric.brocade, trim: '#65755A' }, 790, 900, 1.42),
    night(1256, 860),
    path('M1440 150H1590V166H1440Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2 }),
    place(peg(), 1510, 158),
    place(robe(fabric.terry, '#65755A'), 1492, 180, 0.62),
    place(plant(240), 110, 960),
    vignette(1600, 1000, '#20301E', 0.28),
  );

export const furnishingsPromo = () =>
  all(
    shell('#C6CFB7', '#A98658', 700),
    panels(0, 60, 1600, 560, 6, '#C6CFB7'),
    room(
      {
        head: fabric.deepSage,
        board: 'tufted',
        runner: fabric.madder,
        cushion: fabric.palm,
        cover: fabric.linen,
        trim: '#A63A24',
      },
      760,
      960,
      1.86,
    ),
    night(190, 930),
    place(pillow(190, 160, fabric.indigo, { edge: 'tassel', trim: '#E2A72E' }), 1320, 640, 1, -8),
    place(bench(420, 130, fabric.oat), 1350, 950),
    place(
      stack(300, [
        [50, fabric.white, '#65755A'],
        [46, fabric.sage],
        [50, fabric.quilt],
      ]),
      1210,
      846,
    ),
    place(pendant(210, 50, '#A9814F'), 190, 0),
    vignette(1600, 1000, '#20301E', 0.3),
  );

export const canopy = () =>
  all(
    shell('#B9A98C', '#7A5636', 730),
    panels(0, 70, 1600, 560, 6, '#B9A98C'),
    room(
      {
        head: fabric.madder,
        board: 'tufted',
        runner: fabric.brocade,
        cushion: fabric.madder,
        cover: fabric.white,
        trim: '#A63A24',
      },
      800,
      930,
      1.5,
    ),
    ...[330, 1250].map((x) => solid(`M${x} 90h22V900h-22z`, '#7A5636', 2.6)),
    place(curtain(170, 800, fabric.linen, 'left', { seed: 2, border: [20, '#A63A24'] }), 346, 110),
    place(curtain(170, 800, fabric.linen, 'right', { seed: 7, border: [20, '#A63A24'] }), 1086, 110),
    place(
      drape(
        [
          [0, 0, 960],
          [90, -4, 964],
        ],
        15,
        fabric.linen,
        { hem: 14, border: [14, '#A63A24'] },
      ),
      320,
      84,
    ),
    solid('M306 62H1296V92H306Z', '#7A5636', 2.6),
    place(dressedWindow(230, 620, fabric.madder, 'dusk'), 30, 80),
    place(lamp(330, '#F6E3B0'), 1470, 920),
    place(bench(300, 100, fabric.brocade), 800, 985),
    vignette(1600, 1000, '#20100A', 0.44),
  );

export const aboutFurnishings = () =>
  all(
    shell('#D8CDB2', '#A98658'),
    place(dressedWindow(470, 680, fabric.deepSage, 'trees', true, [26, '#C9B78F']), 1090, 40),
    room(
      { head: fabric.oat, runner: fabric.palm, cushion: fabric.deepSage, board: 'channels', trim: '#65755A' },
      560,
      930,
      1.58,
    ),
    night(80, 880),
    framed(480, 70, 160, 110, fabric.indigo),
    place(armchair(fabric.palm, fabric.deepSage), 1330, 950, 1.1),
    sunlight(900, 780, 90, 70, 0.9),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );
