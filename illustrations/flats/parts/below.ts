import { all, type SvgNode } from '../../core/svg';
import type { Flat } from '../flat';
import type { Geometry } from '../geometry';
import { both, type Pen, paint } from '../pen';

type Draw = (geometry: Geometry, pen: Pen) => SvgNode;

/** Both legs from the waist to `end`, and what every trouser has at its back: rise, yoke darts and waistband. */
function legs({ body, waist }: Geometry, pen: Pen, end: number, width: number): SvgNode {
  const [, hip] = body.hip;
  const x = body.hip[0] + 8;
  const top = waist[1] - 4;
  const foot = Math.min(x - 4, width + 12);
  const half = (s: number) =>
    `M0 ${top}L${s * (waist[0] - 2)} ${top}Q${s * x} ${hip - 20} ${s * x} ${hip + 16}L${s * (foot + 18)} ${end}H${s * (foot + 18 - width * 1.15)}L${s * 3} ${body.crotch + 6}L0 ${body.crotch - 4}Z`;
  return all(
    pen.piece(half(-1), paint.below),
    pen.piece(half(1), paint.below),
    pen.stitch(both([foot + 17, end - 9], [foot + 19 - width * 1.15, end - 9])),
  );
}

/** Patch pockets at the seat. */
const pockets = ({ body }: Geometry, pen: Pen): SvgNode => {
  const y = body.hip[1] - 26;
  return all(
    pen.seam([18, -58].map((x) => `M${x} ${y}h40v34l-20 12l-20 -12z`).join('')),
    pen.stitch([18, -58].map((x) => `M${x + 2} ${y + 8}h36`).join('')),
  );
};

function skirt(g: Geometry, pen: Pen, end: number, flare: number): SvgNode {
  const { body, waist } = g;
  const x = body.hip[0] + 6;
  return pen.piece(
    `M${-waist[0]} ${waist[1]}Q${-x} ${body.hip[1] - 30} ${-x} ${body.hip[1]}L${-x - flare} ${end}Q0 ${end + 10} ${x + flare} ${end}L${x} ${body.hip[1]}Q${x} ${body.hip[1] - 30} ${waist[0]} ${waist[1]}Z`,
    paint.below,
  );
}

const belows: Record<NonNullable<Flat['below']>, Draw> = {
  trousers: (g, pen) => all(legs(g, pen, g.body.ankle - 14, 46), pockets(g, pen)),
  cargo: (g, pen) => {
    const y = g.body.crotch + 60;
    const x = g.body.hip[0] - 22;
    return all(
      legs(g, pen, g.body.ankle - 14, 50),
      pockets(g, pen),
      pen.piece([1, -1].map((s) => `M${s * x} ${y}h${s * 36}v56h${s * -36}z`).join(''), paint.below),
      pen.seam([1, -1].map((s) => `M${s * x} ${y + 16}h${s * 36}`).join('')),
    );
  },
  shorts: (g, pen) => legs(g, pen, g.body.crotch + (g.body.knee - g.body.crotch) * 0.66, 74),
  pencil: (g, pen) =>
    all(
      skirt(g, pen, g.body.knee + 10, -10),
      pen.seam(`M0 ${g.waist[1]}V${g.body.knee + 14}M0 ${g.body.knee - 66}l11 8v66`),
    ),
  pleated: (g, pen) =>
    all(
      skirt(g, pen, g.body.knee - 20, 26),
      pen.seam(
        Array.from({ length: 9 }, (_, i) => {
          const k = (i - 4) / 4.6;
          return `M${Math.round(g.waist[0] * k)} ${g.waist[1] + 8}L${Math.round((g.body.hip[0] + 32) * k)} ${g.body.knee - 16}`;
        }).join(''),
      ),
    ),
  'bib-brace': (g, pen) => all(legs(g, pen, g.body.ankle - 14, 50), pockets(g, pen)),
  apron: (g, pen) => skirt(g, pen, g.body.knee + 40, -2),
  kurta: (g, pen) => skirt(g, pen, g.body.knee + 8, 26),
  flared: (g, pen) => all(skirt(g, pen, g.body.knee + 10, 34), pen.seam(`M0 ${g.waist[1]}V${g.body.knee + 14}`)),
  wrap: (g, pen) =>
    all(
      skirt(g, pen, g.body.ankle, 4),
      pen.seam(
        [-0.5, -0.25, 0.1, 0.4]
          .map(
            (k) =>
              `M${Math.round(g.waist[0] * k)} ${g.waist[1] + 10}L${Math.round(g.body.hip[0] * k * 1.3)} ${g.body.ankle}`,
          )
          .join(''),
      ),
      pen.stitch(
        `M${-g.body.hip[0] - 8} ${g.body.ankle - 22}Q0 ${g.body.ankle - 12} ${g.body.hip[0] + 8} ${g.body.ankle - 22}`,
      ),
    ),
};

/** What is worn below the garment. */
export const drawBelow = (flat: Flat, geometry: Geometry, pen: Pen): SvgNode =>
  flat.below ? belows[flat.below](geometry, pen) : all();
