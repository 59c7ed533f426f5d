import { colour, shade, tint } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, el, pair, path } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, topStitch } from '../figure/piece';
import { button } from '../parts/details';

const hide = '#5A3B20';
const thread = '#F3DFB6';

/** Where sparks have landed: `[x, y, radius]`. */
const burns = [
  [-34, 206, 3.4],
  [22, 176, 2.6],
  [46, 262, 4],
  [-58, 284, 3],
  [-12, 312, 3.6],
  [60, 338, 2.6],
] as const;

/** A welder's apron: one split hide, bound all round, with a patch over the lap and soapstone in the flapped pocket. */
export const leatherApron =
  (material: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      waist: [wx, wy],
      crotch,
    },
  }) => {
    const low = crotch + 128;
    const half = (inset: number) =>
      symmetric(
        [0, 46 + inset],
        [48 - inset, 44 + inset],
        [52 - inset, 92, 's'],
        [wx - inset, wy - 62, 's'],
        [wx + 22 - inset, wy - 30],
        [wx + 25 - inset, wy + 60, 's'],
        [wx + 30 - inset, low - 34],
        [wx + 6 - inset, low - inset, 's'],
        [0, low + 4 - inset, 's'],
      );
    const patch = outline(
      [-60, wy + 36],
      [0, wy + 44, 's'],
      [60, wy + 36],
      [66, low - 60, 's'],
      [48, low - 30, 's'],
      [0, low - 24, 's'],
      [-48, low - 30, 's'],
      [-66, low - 60, 's'],
    );
    const rivets = [
      [-41, 54],
      [41, 54],
      [-wx - 14, wy - 22],
      [wx + 14, wy - 22],
    ] as const;
    return {
      front: all(
        pair(ribbon(line([nx + 2, ny - 4], [nx + 12, 20, 's'], [40, 60]), 11, hide)),
        piece(half(0), material, [
          fold(material, wx + 20, wy - 20, wx * 0.3, wy + 30, 22, 8, 0.45),
          fold(material, -wx - 16, wy - 24, -wx * 0.3, wy + 10, 15, -6, 0.4),
          fold(material, wx, wy + 60, wx * 0.9, low, 26, 4, 0.42),
          path(line([-wx * 0.7, 96], [-wx * 0.86, wy + 40, 's'], [-wx * 0.8, low - 40]), {
            stroke: tint(material.base, 0.5),
            'stroke-width': 16,
            opacity: 0.35,
          }),
          crease(material, wx + 20, wy - 16, wx * 0.2, wy + 16, 6, 2),
          crease(material, -wx - 18, wy - 14, -wx * 0.3, wy + 14, -5, 2),
          ...burns.map(([cx, cy, r]) =>
            el('ellipse', { cx, cy, rx: r * 1.3, ry: r, fill: shade(material.base, 0.75), opacity: 0.55 }),
          ),
        ]),
        path(half(5), { stroke: hide, 'stroke-width': 5 }),
        topStitch(half(11), material, thread),
        piece(patch, { ...material, base: shade(material.base, 0.12) }, [
          fold(material, 40, wy + 60, 30, low - 30, 18, 5, 0.4),
        ]),
        topStitch(line([-54, wy + 44], [0, wy + 51, 's'], [54, wy + 44]), material, thread),
        path(`M12 92L16 66L24 68L20 96ZM26 94L33 70L39 72L33 98Z`, {
          fill: '#EDE9DD',
          stroke: colour.ink,
          'stroke-width': 1.8,
        }),
        piece(outline([-36, 90], [42, 90], [40, 144, 's'], [30, 150], [-26, 150], [-34, 144, 's']), material, [], {
          width: 1.9,
        }),
        piece(outline([-39, 86], [6, 86], [8, 108], [-16, 120], [-38, 108]), { base: hide }, [], { width: 1.9 }),
        topStitch(line([-30, 143], [36, 143]), material, thread),
        ribbon(line([-wx - 24, wy - 18], [0, wy - 6, 's'], [wx + 24, wy - 18]), 11, hide),
        piece(outline([20, wy - 20], [46, wy - 23], [47, wy + 4], [21, wy + 7]), cloth(colour.steel), [
          path(`M27 ${wy - 13}L40 ${wy - 14}V${wy - 3}L27 ${wy - 1}Z`, { fill: hide }),
        ]),
        button(-16, 112, colour.brass, 3.6),
        ...rivets.map(([x, y]) => button(x, y, colour.brass, 4)),
      ),
    };
  };
