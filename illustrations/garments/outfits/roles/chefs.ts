import { colour, dye } from '../../../core/palette';
import { all, path } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { neckerchief } from '../../accessories/neckwear';
import { bibApron } from '../../cuts/aprons';
import { legs } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { plain, wear } from '../../figure/wear';
import type { OutfitSpec } from '../../garment';
import { bakersCap, skullCap } from '../../headwear/hats-kitchen';
import { bothSides, button, buttons, piping } from '../../parts/details';
import { pocket } from '../../parts/pockets';

const white = cloth(dye.white, 'twill');
const slate = cloth('#4B515B', 'twill');
const butcher = cloth(dye.indigo, 'stripe', '#F4EDDF', undefined, 0.7);

/** The crossed front of a cook's jacket: an edge and two columns of knots. */
export const crossed = (knot: string = colour.ink) =>
  all(
    path('M-34 10C-52 60 -52 120 -46 300', { stroke: colour.ink, 'stroke-width': 2 }),
    path('M-29 12C-46 60 -46 120 -40 300', { stroke: '#8b8a92', 'stroke-width': 1.2, 'stroke-dasharray': '4 3' }),
    ...[52, 96, 140, 184, 228].flatMap((y, i) => [
      button(-33 + i * 0.6, y, knot, 5.4),
      button(33 - i * 0.6, y, knot, 5.4),
    ]),
  );

/** The youngest in the brigade: a slim jacket with short sleeves, a butcher's stripe and a close cap. */
export const commis: OutfitSpec = {
  build: 'slim',
  pose: 'form',
  head: true,
  layers: [
    legs({ cloth: cloth(dye.charcoal, 'twill'), hem: 'ankle' }),
    top({
      cloth: white,
      collar: { kind: 'mandarin', trim: plain(dye.indigo) },
      fit: 'fitted',
      hem: 'hip',
      sleeve: { to: 0.46, ease: 3, cuff: 'turned', trim: cloth(dye.indigo) },
      on: [() => crossed(dye.indigo)],
    }),
    bibApron(butcher, 420, 80, { strap: dye.indigo, bib: 48 }),
    wear(skullCap(cloth(dye.indigo, 'twill'), plain(dye.indigo))),
  ],
};

/** The pastry cook: a full, soft jacket that falls straight, piped and buttoned to one side. */
export const pastryCook: OutfitSpec = {
  build: 'stout',
  pose: 'form',
  head: true,
  layers: [
    legs({ cloth: slate, hem: 'ankle', ease: 8 }),
    top({
      cloth: cloth('#F3EAD8', 'herringbone'),
      collar: { kind: 'mandarin', trim: plain(dye.maroon) },
      fit: 'regular',
      hem: 'seat',
      sleeve: { to: 0.7, ease: 8, cuff: 'rolled', trim: cloth(dye.maroon, 'stripe', '#F3EAD8') },
      on: [
        piping('M-4 12C-44 30 -58 70 -58 338', dye.maroon, 3),
        buttons(72, 300, 5, dye.maroon, -58, 5.6),
        pocket('patch', 58, 92, 50, 54),
        bothSides(pocket('jet', 62, 262, 56)),
      ],
    }),
    neckerchief(cloth('#F3EAD8', 'sprig', dye.maroon, dye.marigold)),
    wear(bakersCap(white)),
  ],
};
