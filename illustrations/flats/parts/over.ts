import { all, type SvgNode } from '../../core/svg';
import type { Flat, Over } from '../flat';
import type { Geometry } from '../geometry';
import { both, type Pen, paint } from '../pen';
import { bow } from './details';

type Draw = (geometry: Geometry, pen: Pen) => SvgNode;

const strap = (pen: Pen, from: readonly [number, number], to: readonly [number, number], width = 8): SvgNode =>
  pen.piece(
    `M${from[0] - width} ${from[1]}L${from[0] + width} ${from[1]}L${to[0] + width} ${to[1]}L${to[0] - width} ${to[1]}Z`,
    paint.over,
  );

const waistband = ({ waist }: Geometry, pen: Pen, height = 16): SvgNode =>
  all(
    pen.piece(
      `M${-waist[0] - 4} ${waist[1] - 6}H${waist[0] + 4}V${waist[1] + height - 6}H${-waist[0] - 4}Z`,
      paint.over,
    ),
    pen.stitch(`M${-waist[0]} ${waist[1] - 2}H${waist[0]}M${-waist[0]} ${waist[1] + height - 10}H${waist[0]}`),
  );

/** An apron seen from behind: its two edges come round the hips. */
const wings = (g: Geometry, pen: Pen): SvgNode => {
  const end = Math.max(g.hem + 10, g.body.hip[1] + 40);
  const x = g.body.hip[0] + 16;
  return all(
    ...[1, -1].map((s) =>
      pen.piece(
        `M${s * (g.waist[0] + 2)} ${g.waist[1]}Q${s * x} ${g.body.hip[1] - 20} ${s * (x + 4)} ${end}H${s * (x - 30)}Q${s * (x - 34)} ${g.body.hip[1]} ${s * (g.waist[0] - 20)} ${g.waist[1]}Z`,
        paint.over,
      ),
    ),
  );
};

/** The strap of a bib that goes round the neck. */
const neckLoop = ({ neck: [x, y] }: Geometry, pen: Pen): SvgNode =>
  pen.piece(
    `M${-x - 4} ${y + 6}Q0 ${y + 40} ${x + 4} ${y + 6}L${x + 12} ${y + 12}Q0 ${y + 60} ${-x - 12} ${y + 12}Z`,
    paint.over,
  );

const overs: Record<Over, Draw> = {
  'crossed-straps': (g, pen) =>
    all(
      wings(g, pen),
      strap(pen, [g.neck[0] + 16, g.neck[1] + 8], [-g.waist[0] + 14, g.waist[1]]),
      strap(pen, [-g.neck[0] - 16, g.neck[1] + 8], [g.waist[0] - 14, g.waist[1]]),
      waistband(g, pen, 14),
      bow(pen, g.waist[1] + 2, 0.8),
    ),
  'neck-loop': (g, pen) => all(wings(g, pen), neckLoop(g, pen), waistband(g, pen, 12), bow(pen, g.waist[1], 0.9)),
  'tied-before': (g, pen) => all(wings(g, pen), waistband(g, pen, 12)),
  'bib-tied-before': (g, pen) => all(wings(g, pen), neckLoop(g, pen), waistband(g, pen)),
  'back-bib': (g, pen) => {
    const [x, y] = g.waist;
    const top = g.underarm[1] + 34;
    return all(
      ...[1, -1].map((s) => strap(pen, [s * (g.neck[0] + 20), g.neck[1] + 10], [s * 20, top + 6], 9)),
      pen.piece(`M-34 ${top}H34L${x + 4} ${y - 4}V${y + 22}H${-x - 4}V${y - 4}Z`, paint.below),
      pen.seam(`M${-x} ${y}H${x}`),
      pen.stitch(`M-30 ${top + 7}H30M${-x} ${y + 6}H${x}`),
    );
  },
  'waist-apron': (g, pen) => all(wings(g, pen), waistband(g, pen), bow(pen, g.waist[1], 0.9)),
  cinch: (g, pen) =>
    all(
      ...[1, -1].map((s) => strap(pen, [s * 40, g.waist[1] - 12], [s * 38, g.waist[1] + 4], s * 34)),
      pen.seam(`M-12 ${g.waist[1] - 14}h24v20h-24zM0 ${g.waist[1] - 14}v20`),
    ),
  plate: (g, pen) => {
    const top = g.shoulder[1] + 6;
    const end = g.waist[1] + 16;
    return all(
      strap(pen, [g.neck[0] + 20, g.neck[1] + 6], [g.neck[0] + 18, top + 12], 13),
      strap(pen, [-g.neck[0] - 20, g.neck[1] + 6], [-g.neck[0] - 18, top + 12], 13),
      pen.piece(`M-58 ${top}H58L70 ${top + 34}V${end}H-70V${top + 34}Z`, paint.over),
      pen.piece(
        [1, -1].map((s) => `M${s * 70} ${end - 54}H${s * (g.waist[0] + 6)}V${end - 8}H${s * 70}Z`).join(''),
        paint.over,
      ),
      pen.seam(
        Array.from({ length: 4 }, (_, i) => `M-62 ${top + 62 + i * 26}H62M-62 ${top + 74 + i * 26}H62`).join(''),
      ),
      pen.stitch(Array.from({ length: 5 }, (_, i) => `M${(i - 2) * 26} ${top + 62}V${top + 152}`).join('')),
    );
  },
  belt: (g, pen) =>
    all(
      waistband(g, pen, 24),
      pen.piece(
        both(
          [g.waist[0] - 28, g.waist[1] - 9],
          [g.waist[0] - 16, g.waist[1] - 9],
          [g.waist[0] - 16, g.waist[1] + 22],
          [g.waist[0] - 28, g.waist[1] + 22],
        ).replace(/(M[^M]+)/g, '$1Z'),
        paint.cloth,
      ),
    ),
  'cross-belt': (g, pen) => strap(pen, [g.neck[0] + 30, g.neck[1] + 12], [-g.waist[0] + 12, g.waist[1] + 4], 11),
  'shoulder-belt': (g, pen) => strap(pen, [-g.neck[0] - 30, g.neck[1] + 12], [g.waist[0] - 12, g.waist[1] + 4], 9),
  sash: (g, pen) =>
    all(
      waistband(g, pen, 30),
      pen.piece(`M-70 ${g.waist[1] + 18}h30l6 130h-44z`, paint.over),
      pen.stitch(`M-76 ${g.waist[1] + 136}h38`),
    ),
  pallu: (g, pen) => {
    const [x, y] = g.shoulder;
    const end = g.body.knee - 20;
    return all(
      pen.piece(
        `M${-x + 2} ${y - 4}L${-x + 44} ${y - 20}Q${-x + 60} ${g.waist[1]} ${-x + 84} ${end}L${-x - 34} ${end + 12}Q${-x - 6} ${g.waist[1]} ${-x + 2} ${y - 4}Z`,
        paint.over,
      ),
      pen.stitch(`M${-x - 32} ${end - 20}L${-x + 80} ${end - 32}M${-x - 29} ${end - 34}L${-x + 77} ${end - 46}`),
      pen.seam(
        `M${-x + 16} ${y + 6}Q${-x + 22} ${g.waist[1]} ${-x + 6} ${end + 6}M${-x + 30} ${y}Q${-x + 44} ${g.waist[1]} ${-x + 46} ${end + 2}`,
      ),
    );
  },
  'academic-hood': (g, pen) =>
    all(
      pen.piece(
        `M${-g.neck[0] - 12} ${g.neck[1] + 6}Q-46 150 -52 ${g.body.hip[1]}Q0 ${g.body.hip[1] + 44} 52 ${g.body.hip[1]}Q46 150 ${g.neck[0] + 12} ${g.neck[1] + 6}Q0 40 ${-g.neck[0] - 12} ${g.neck[1] + 6}Z`,
        paint.over,
      ),
      pen.piece(
        `M${-g.neck[0] + 2} ${g.neck[1] + 20}Q-18 150 -24 ${g.body.hip[1] - 34}Q0 ${g.body.hip[1] - 8} 24 ${g.body.hip[1] - 34}Q18 150 ${g.neck[0] - 2} ${g.neck[1] + 20}Q0 48 ${-g.neck[0] + 2} ${g.neck[1] + 20}Z`,
        paint.below,
      ),
      pen.seam(`M0 40V${g.body.hip[1] - 20}`),
    ),
};

/** What is tied, buckled or hung over the back. */
export const drawOver = (flat: Flat, geometry: Geometry, pen: Pen): SvgNode =>
  all(...(flat.over ?? []).map((name) => overs[name](geometry, pen)));
