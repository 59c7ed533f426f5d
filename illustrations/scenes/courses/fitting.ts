import { colour } from '../../core/palette';
import { pin } from '../../core/props';
import { all, flip, group, place } from '../../core/svg';
import { drape, fabric } from '../../furnishings/cloth';
import { sunlight, vignette } from '../../furnishings/rooms';
import { table } from '../../furnishings/things';
import { onFloor } from '../props/desk';
import { mirror } from '../props/machines';
import { outfit } from '../props/outfit';
import { panels, rug, shell } from '../props/room-kit';
import { railStand } from '../props/studio';
import { chalk, pinCushion, shears, snakeTape } from '../props/tools';

const lengths = [fabric.madder, fabric.brocade, fabric.indigo];

/** A first fitting: the muslin turned to the long mirror, pinned and marked, three cloths waiting on the rail. */
export const courseFitting = () =>
  all(
    shell('#CFC2A6', '#7E5F45', 760),
    panels(0, 70, 1600, 560, 6, '#CFC2A6'),
    sunlight(420, 60, 130, 240, 0.4),
    rug(900, 930, 640, 62, '#7A2A1C', '#E2A72E'),
    place(railStand(360, 560), 90, 900),
    ...lengths.map((material, i) =>
      place(
        drape(
          [
            [0, 0, 104],
            [300, -6, 112],
            [440 - i * 36, -10, 118],
          ],
          5,
          material,
          { hem: 6, seed: 3 + i, border: [20, '#E2A72E'] },
        ),
        112 + i * 116,
        334,
      ),
    ),
    place(
      mirror(400, 860, group({ opacity: 0.55 }, place(flip(outfit('retail-toile', 1)), 40, -690, 1.02))),
      1210,
      940,
    ),
    onFloor('retail-toile', 800, 976, 1.24, 'three-quarter'),
    ...[
      [712, 214],
      [744, 246],
      [884, 300],
      [880, 400],
      [868, 470],
      [696, 420],
    ].map(([x = 0, y = 0], i) => place(pin(i % 2 ? colour.marigold : colour.madder), x, y, 1.5)),
    place(
      snakeTape(
        [
          [758, 146],
          [716, 250, 's'],
          [742, 420, 's'],
          [706, 590],
        ],
        22,
      ),
      0,
      0,
    ),
    place(table(300, 190, '#8A6238'), 1460, 985),
    place(pinCushion(), 1400, 794, 0.86),
    place(shears(14), 1512, 770, 0.42, 70),
    place(chalk('#F4EDDF'), 1474, 780, 0.7),
    vignette(1600, 1000, '#20140A', 0.4),
  );
