import { line, outline } from '../../core/curve';
import { all, pair, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { apronBow } from '../aprons';
import type { Layer } from '../layer';
import { crease, fold, piece, ribbon, topStitch } from '../piece';

/** A bib apron from behind: crossed straps, the sides that wrap round, and the bow. */
export const apronBehind =
  (material: Cloth, to: number): Layer =>
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
        ribbon(line([nx + 8, ny + 6], [-wx + 16, wy]), 11, material.base),
        ribbon(line([-nx - 8, ny + 6], [wx - 16, wy]), 11, material.base),
        ribbon(line([-wx - 14, wy + 2], [0, wy + 8, 's'], [wx + 14, wy + 2]), 14, material.base),
        place(apronBow(0, material.base), 0, wy + 6, 1.7),
      ),
    };
  };
