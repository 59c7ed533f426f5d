import { line, outline, symmetric } from '../core/curve';
import { colour } from '../core/palette';
import { all, pair, path } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { button } from './details';
import type { Layer } from './layer';
import { crease, fold, piece, ribbon, seam, topStitch } from './piece';

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

/** A split apron of heavy hide, with straps and rivets. */
export const leatherApron =
  (material: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      waist: [wx, wy],
      crotch,
    },
  }) => {
    const low = crotch + 150;
    const rivet = (x: number, y: number) => button(x, y, colour.brass, 4);
    const d = symmetric(
      [0, 52],
      [46, 52],
      [56, 110, 's'],
      [wx + 8, wy - 24],
      [wx + 10, wy + 60, 's'],
      [wx + 8, low],
      [4, low],
      [4, wy + 66],
      [0, wy + 62],
    );
    return {
      front: all(
        ribbon(line([nx - 2, ny - 6], [40, 62]), 9, '#5A3B20'),
        ribbon(line([-nx + 2, ny - 6], [-40, 62]), 9, '#5A3B20'),
        piece(d, material, [
          fold(material, wx, wy - 10, wx * 0.5, low, 22, 4, 0.4),
          crease(material, -wx * 0.8, wy - 20, -wx * 0.3, wy + 4, 4, 1.6),
          crease(material, wx * 0.9, wy - 20, wx * 0.3, wy + 2, -4, 1.6),
        ]),
        topStitch(
          symmetric(
            [0, 60],
            [39, 60],
            [49, 112, 's'],
            [wx + 1, wy - 22],
            [wx + 3, wy + 60, 's'],
            [wx + 1, low - 8],
            [10, low - 8],
            [10, wy + 66],
            [0, wy + 54],
          ),
          material,
          '#F3DFB6',
        ),
        ribbon(line([-wx - 11, wy - 4], [0, wy + 4, 's'], [wx + 11, wy - 4]), 10, '#5A3B20'),
        piece(`M-13 ${wy - 11}H13V${wy + 18}H-13Z`, cloth(colour.steel), [], { width: 1.8 }),
        piece(outline([-34, 96], [34, 96], [32, 150], [-32, 150]), material, [], { width: 1.8 }),
        rivet(-38, 60),
        rivet(38, 60),
        rivet(-34, 98),
        rivet(34, 98),
        rivet(-wx - 2, wy - 22),
        rivet(wx + 2, wy - 22),
      ),
    };
  };
