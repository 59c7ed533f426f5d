import { colour } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, pair, path } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';
import { button } from '../parts/details';

/** The bib and braces of dungarees, over trousers of the same cloth. */
export const bibOverall =
  (material: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      waist: [wx, wy],
    },
  }) => {
    const topY = 62;
    const half = 52;
    const strap = all(
      piece(outline([nx - 2, ny + 2], [nx + 14, ny + 5], [half + 3, topY + 26], [half - 14, topY + 26]), material, [], {
        width: 1.9,
      }),
      piece(
        outline([half - 16, topY + 8], [half + 5, topY + 8], [half + 5, topY + 30], [half - 16, topY + 30]),
        cloth(colour.brass),
        [path(`M${half - 12} ${topY + 13}h13v12h-13z`, { fill: material.base })],
        { width: 1.6 },
      ),
      button(half - 5, topY + 34, colour.brass, 4.4),
    );
    const body = symmetric(
      [0, topY],
      [half, topY],
      [half + 2, topY + 50, 's'],
      [wx + 12, wy - 34],
      [wx + 15, wy + 16],
      [0, wy + 22, 's'],
    );
    return {
      front: all(
        pair(strap),
        piece(body, material, [
          fold(material, wx, wy - 20, wx * 0.4, wy + 10, 12, 0, 0.45),
          crease(material, -wx, wy - 8, -wx * 0.4, wy + 8, 3),
        ]),
        topStitch(`M${-half + 6} ${topY + 7}H${half - 6}`, material),
        topStitch(line([half - 5, topY + 8], [half - 2, topY + 50, 's'], [wx + 5, wy - 32]), material),
        topStitch(line([-half + 5, topY + 8], [-half + 2, topY + 50, 's'], [-wx - 5, wy - 32]), material),
        piece(
          outline(
            [-32, topY + 26],
            [32, topY + 26],
            [32, topY + 76],
            [22, topY + 86],
            [-22, topY + 86],
            [-32, topY + 76],
          ),
          material,
          [],
          { width: 1.8 },
        ),
        seam(`M8 ${topY + 26}V${topY + 86}`, material),
        topStitch(`M-28 ${topY + 32}H28`, material),
        ribbon(`M18 ${topY + 20}V${topY + 52}`, 4, colour.marigold),
        ribbon(`M25 ${topY + 16}V${topY + 52}`, 3, colour.madder),
        seam(line([-wx - 15, wy - 6], [0, wy, 's'], [wx + 15, wy - 6]), material, 1.8),
      ),
    };
  };
