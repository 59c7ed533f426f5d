import { line, outline } from '../../core/pens/curve';
import { all, pair, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { apronBow } from '../cuts/aprons';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, topStitch } from '../figure/piece';

interface ApronStraps {
  readonly straps: 'crossed' | 'neck';
  /** Their colour, when it differs from the cloth's. */
  readonly strap?: string;
}

/** A bib apron from behind: its straps crossed or round the neck, the sides that wrap round, and the bow. */
export const apronBehind =
  (material: Cloth, to: number, { straps, strap = material.base }: ApronStraps = { straps: 'crossed' }): Layer =>
  ({
    body: {
      neck: [nx, ny],
      waist: [wx, wy],
      hip: [hx],
    },
  }) => {
    const wing = outline(
      [wx + 13, wy - 4],
      [wx * 0.52, wy + 8],
      [wx * 0.6, (wy + to) / 2, 's'],
      [wx * 0.74, to - 4],
      [hx + 56, to - 16],
      [hx + 30, wy + 90, 's'],
    );
    const side: SvgNode = all(
      piece(wing, material, [
        fold(material, wx + 6, wy + 20, hx + 20, to - 10, 16, 5, 0.4),
        crease(material, wx * 0.7, wy + 24, wx * 0.9, to - 30, 3, 1.4),
      ]),
      topStitch(line([wx * 0.6, wy + 14], [wx * 0.68, (wy + to) / 2, 's'], [wx * 0.82, to - 10]), material),
    );
    return {
      front: all(
        pair(side),
        straps === 'crossed'
          ? all(
              ribbon(line([nx + 8, ny + 6], [-wx + 16, wy]), 11, strap),
              ribbon(line([-nx - 8, ny + 6], [wx - 16, wy]), 11, strap),
            )
          : ribbon(line([-nx - 12, ny + 8], [0, ny + 38, 's'], [nx + 12, ny + 8]), 10, strap),
        ribbon(line([-wx - 14, wy + 2], [0, wy + 8, 's'], [wx + 14, wy + 2]), 14, strap),
        place(apronBow(0, strap), 0, wy + 6, 1.7),
      ),
    };
  };
