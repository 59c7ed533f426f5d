import { colour, dye } from '../../core/palette';
import { solid, swatch } from '../../core/props';
import { all, path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { crest } from '../../furnishings/bath';
import { fabric } from '../../furnishings/cloth';
import { floor } from '../../furnishings/rooms';
import { pendant, picture, plant } from '../../furnishings/things';
import { outlook, windowFrame } from '../../furnishings/windows';
import { foldedShirt } from '../../merchandise/packing';
import { shell } from '../props/room-kit';
import { cupboard, piece, shaft, stacksOn } from '../props/studio';

const ink = colour.ink;

/** A departure hall: a wall of glass, the tail of an aeroplane beyond. */
export const terminal = () =>
  all(
    place(outlook(1600, 700, 'sky'), 0, 0),
    path('M700 620L980 620L1130 300L1250 300L1190 620L1600 600V680H560Q600 630 700 620Z', {
      fill: '#F4EDDF',
      stroke: ink,
      'stroke-width': 3,
    }),
    path('M1064 440L1220 440L1250 300L1130 300Z', { fill: '#22305F', stroke: ink, 'stroke-width': 2.4 }),
    place(crest('#E2A72E'), 1160, 376, 1.1),
    path(`${Array.from({ length: 7 }, (_, i) => `M${i * 266} 0V700`).join('')}M0 200H1600`, {
      stroke: ink,
      'stroke-width': 12,
    }),
    path(`${Array.from({ length: 7 }, (_, i) => `M${i * 266} 0V700`).join('')}M0 200H1600`, {
      stroke: '#B8C0BF',
      'stroke-width': 7,
    }),
    floor(1600, 700, 1000, '#C9C2B0', 'tiles'),
    shaft('M120 700H420L720 1000H260Z', 0.35),
    shaft('M640 700H900L1280 1000H900Z', 0.3),
  );

/** A classroom wall: blackboard, bunting of swatches, wooden floor. */
export const classroom = () =>
  all(
    shell('#E6E2CC', '#B98F5E'),
    solid('M240 90H1360V470H240Z', colour.wood, 2.8),
    path('M262 112H1338V448H262Z', { fill: '#2C4A40', stroke: ink, 'stroke-width': 2 }),
    path(
      'M330 220C420 160 480 280 570 210M640 190h220M640 230h160M960 180v160h220M960 340l60 -60 60 30 90 -100M340 330h180M340 370h120M620 330a50 50 0 1 0 .1 0',
      { stroke: '#F4EDDF', 'stroke-width': 4, opacity: 0.7 },
    ),
    ...[...Array(9)].map((_, i) =>
      place(
        swatch(
          [fabric.madder, fabric.indigo, fabric.oat, fabric.deepSage, cloth(dye.marigold)][i % 5] ?? fabric.oat,
          40,
          44,
        ),
        300 + i * 116,
        26 + (i % 2) * 8,
        1,
        i % 2 ? 6 : -5,
      ),
    ),
    path('M200 20Q800 60 1400 20', { stroke: ink, 'stroke-width': 2 }),
    place(windowFrame(150, 330, 'trees', 1, 3), 50, 120),
    place(windowFrame(150, 330, 'trees', 1, 3), 1410, 120),
  );

/** A hotel lobby: arches, a desk, keys, lamps. */
export const lobby = () =>
  all(
    shell('#D8C7A6', '#8E6B49', 730, 'tiles'),
    ...[200, 700, 1200].map((x) =>
      all(
        path(`M${x} 730V300A150 150 0 0 1 ${x + 300} 300V730Z`, { fill: '#B9A379', stroke: ink, 'stroke-width': 3 }),
        path(`M${x + 26} 730V306A124 124 0 0 1 ${x + 274} 306V730Z`, {
          fill: '#E9D9AE',
          stroke: ink,
          'stroke-width': 2,
        }),
      ),
    ),
    place(outlook(246, 420, 'dusk'), 227, 310),
    place(pendant(150, 60, '#A63A24'), 600, 0),
    place(pendant(150, 60, '#A63A24'), 1100, 0),
    solid('M640 560H1060V740H640Z', '#6E4A2E', 2.8),
    solid('M620 536H1080V566H620Z', '#E9E0CC', 2.6),
    path('M660 590h110v120h-110zM796 590h110v120h-110zM932 590h110v120h-110z', {
      stroke: colour.brass,
      'stroke-width': 3,
    }),
    path('M1020 536a22 22 0 0 0 -44 0z', { fill: colour.brass, stroke: ink, 'stroke-width': 2 }),
    place(plant(300), 90, 900),
    place(plant(300), 1510, 900),
  );

export const shop = () =>
  all(
    shell('#E9E0CC', '#A98658'),
    place(cupboard(520, 560, [140, 280, 420], colour.wood), 1040, 760),
    place(
      stacksOn([
        [150, 22, fabric.indigo, fabric.sage, fabric.oat],
        [150, 22, fabric.madder, fabric.white],
        [130, 22, fabric.clay, fabric.white, fabric.clay],
      ]),
      1066,
      620,
    ),
    place(
      stacksOn([
        [150, 22, fabric.white, fabric.white, fabric.sage],
        [150, 22, fabric.oat, fabric.indigo],
        [130, 22, fabric.white],
      ]),
      1066,
      480,
    ),
    place(
      stacksOn([
        [150, 22, fabric.stripe, fabric.white],
        [150, 22, fabric.deepSage, fabric.oat, fabric.white],
      ]),
      1066,
      340,
    ),
    place(foldedShirt(), 1140, 690, 0.5),
    ...[160, 420].map((x, i) => place(picture(200, 260, place(piece(i ? 'sleeve' : 'front'), 0, 0, 0.8)), x, 110)),
    place(pendant(160, 56, '#22305F'), 330, 0),
    place(pendant(160, 56, '#22305F'), 780, 0),
  );
