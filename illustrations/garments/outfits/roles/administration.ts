import { colour, dye } from '../../../core/palette';
import { all, path, place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { fileBundle } from '../../accessories/desk';
import { legs } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { bothSides, buttons, frontEdge } from '../../parts/details';
import { pocket } from '../../parts/pockets';
import type { Tile } from '../../tile';

const khadi = cloth('#EFE4CC', 'linen');

/** The tile of administration. */
export const administration: Tile = {
  outfit: {
    build: 'broad',
    pose: 'hanger',
    layers: [
      legs({ cloth: cloth(dye.white), hem: 'ankle', fly: false, ease: 6 }),
      top({
        cloth: khadi,
        collar: { kind: 'mandarin' },
        fit: 'regular',
        hem: 'above-knee',
        sleeve: { to: 1, ease: 5, cuff: 'plain' },
      }),
      top({
        cloth: cloth('#7B4A2C', 'herringbone'),
        collar: { kind: 'mandarin' },
        fit: 'tailored',
        hem: 'hip',
        cutIn: 20,
        on: [
          frontEdge(11, -9, false),
          buttons(36, 262, 6, colour.brass, 0, 5),
          pocket('welt', 44, 84, 40),
          () =>
            all(
              path('M38 84V62M46 83V60', { stroke: colour.ink, 'stroke-width': 5 }),
              path('M38 84V62', { stroke: dye.indigo, 'stroke-width': 2.8 }),
              path('M46 83V60', { stroke: dye.madder, 'stroke-width': 2.8 }),
            ),
          bothSides(pocket('jet', 54, 214, 52)),
        ],
      }),
    ],
  },
  shown: { pose: 'flat', fold: { to: 232, beneath: [khadi, cloth('#7B4A2C', 'herringbone'), khadi] } },
  ground: { color: '#DCC9A4', surface: 'kraft', piece: 'sleeve', at: [500, 170, 12] },
  at: [306, 190, 1.86],
  swatches: [cloth('#7B4A2C', 'herringbone'), khadi],
  pinned: [62, 76],
  beside: [place(fileBundle(), 508, 668, 1, -6)],
};
