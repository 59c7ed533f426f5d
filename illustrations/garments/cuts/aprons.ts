import { colour, shade } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, type Child, el, pair, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** An apron from the waist, `to` down and `half` wide, tied in front or behind. */
export const waistApron =
  (
    material: Cloth,
    to: number,
    half = 84,
    options: { tieColor?: string; pocket?: boolean; drop?: number } = {},
  ): Layer =>
  ({
    body: {
      waist: [wx, wy],
    },
  }) => {
    const y = wy + (options.drop ?? 6);
    return {
      front: all(
        piece(
          symmetric([0, y + 6, 's'], [wx + 15, y], [half, y + 60, 's'], [half + 6, to], [0, to + 8, 's']),
          material,
          [
            ...[-0.6, -0.2, 0.25, 0.65].flatMap((k) => [
              fold(material, half * k, y + 30, half * k * 1.1, to, 13, k * 4, 0.4),
              crease(material, half * k - 4, y + 26, half * k * 1.1 - 6, to - 20, k * 3, 1.3),
            ]),
          ],
        ),
        topStitch(
          line([-half + 2, y + 60], [-half, to - 8], [0, to, 's'], [half, to - 8], [half - 2, y + 60]),
          material,
        ),
        options.pocket &&
          all(
            piece(outline([-40, y + 64], [40, y + 64], [38, y + 116], [-38, y + 116]), material, [], { width: 1.8 }),
            seam(`M0 ${y + 64}V${y + 116}`, material),
            topStitch(`M-38 ${y + 70}H38`, material),
          ),
        piece(
          symmetric([0, y + 2, 's'], [wx + 16, y - 4], [wx + 18, y + 18], [0, y + 24, 's']),
          options.tieColor ? cloth(options.tieColor) : material,
          [],
          { width: 1.9 },
        ),
      ),
    };
  };

/** An apron with a bib, hung round the neck. */
export const bibApron =
  (material: Cloth, to: number, half = 80, options: { strap?: string; bib?: number; on?: Child } = {}): Layer =>
  ({
    body: {
      neck: [nx, ny],
      waist: [wx, wy],
    },
  }) => {
    const bib = options.bib ?? 46;
    const topY = 44;
    const strap = options.strap ?? material.base;
    return {
      front: all(
        pair(ribbon(line([nx - 4, ny - 8], [bib - 6, topY + 8]), 8, strap)),
        piece(
          symmetric(
            [0, topY],
            [bib, topY],
            [bib + 5, wy * 0.62, 's'],
            [wx + 14, wy - 10],
            [half, wy + 70, 's'],
            [half + 4, to],
            [0, to + 8, 's'],
          ),
          material,
          [
            ...[-0.55, 0.1, 0.6].flatMap((k) => [
              fold(material, half * k * 0.8, wy + 10, half * k, to, 13, k * 4, 0.4),
              crease(material, half * k * 0.8 - 4, wy, half * k - 5, to - 20, k * 3, 1.3),
            ]),
          ],
        ),
        topStitch(
          line([-half + 3, wy + 66], [-half + 1, to - 8], [0, to, 's'], [half - 1, to - 8], [half - 3, wy + 66]),
          material,
        ),
        topStitch(`M${-bib + 4} ${topY + 7}H${bib - 4}`, material),
        ribbon(line([-wx - 15, wy - 6], [0, wy + 2, 's'], [wx + 15, wy - 6]), 7, strap),
        options.on,
      ),
    };
  };

/** Knots of an apron string tied in front. */
export const apronBow = (y: number, color: string): SvgNode =>
  all(
    ribbon(`M0 ${y}C-30 ${y - 18} -34 ${y + 16} 0 ${y + 2}C30 ${y - 16} 36 ${y + 16} 0 ${y + 2}`, 5, color),
    ribbon(`M0 ${y + 2}L-12 ${y + 44}M0 ${y + 2}L14 ${y + 50}`, 5, color),
    el('circle', { cx: 0, cy: y + 1, r: 6, fill: shade(color, 0.15), stroke: colour.ink, 'stroke-width': 1.6 }),
  );
