import { lettering } from '../../core/pens/lettering';
import { all, place, type SvgNode } from '../../core/svg';
import type { BackDetail, Flat } from '../flat';
import type { Geometry } from '../geometry';
import { both, type Pen, paint } from '../pen';

type Draw = (geometry: Geometry, pen: Pen, flat: Flat) => SvgNode;

const across = (x: number, y: number, dip = 0) => `M${-x} ${y}Q0 ${y + dip * 2} ${x} ${y}`;
const yokeAt = ({ shoulder }: Geometry) => shoulder[1] + 30;

const bandAt = (y: number, { side }: Geometry, pen: Pen, height = 20) => {
  const x = side(y + height / 2) + 2;
  return all(
    pen.piece(`M${-x} ${y}H${x}V${y + height}H${-x}Z`, '#E6E6E2'),
    pen.stitch(`M${-x} ${y + 4}H${x}M${-x} ${y + height - 4}H${x}`),
  );
};

const backs: Record<BackDetail, Draw> = {
  yoke: (g, pen) =>
    all(pen.seam(across(g.shoulder[0] - 8, yokeAt(g), 4)), pen.stitch(across(g.shoulder[0] - 9, yokeAt(g) + 5, 4))),
  'western-yoke': (g, pen) => {
    const x = g.shoulder[0] - 8;
    const y = yokeAt(g);
    return all(
      pen.seam(`M${-x} ${y}Q${-x / 2} ${y + 4} 0 ${y + 30}Q${x / 2} ${y + 4} ${x} ${y}`),
      pen.stitch(`M${-x} ${y + 6}Q${-x / 2} ${y + 10} 0 ${y + 36}Q${x / 2} ${y + 10} ${x} ${y + 6}`),
    );
  },
  'centre-seam': (g, pen) => all(pen.seam(`M0 ${g.neck[1] + 14}V${g.hem + 4}`)),
  princess: (g, pen) =>
    pen.seam(
      [1, -1]
        .map(
          (s) =>
            `M${s * (g.shoulder[0] - 14)} ${g.shoulder[1] + 44}Q${s * 44} ${g.underarm[1] + 20} ${s * 36} ${g.waist[1]}T${s * g.foot[0] * 0.52} ${g.hem + 3}`,
        )
        .join(''),
    ),
  'box-pleat': (g, pen) =>
    all(
      pen.seam(both([9, yokeAt(g) + 4], [10, g.hem])),
      pen.stitch(`M-4 ${yokeAt(g) + 2}V${yokeAt(g) - 12}H4V${yokeAt(g) + 2}`),
    ),
  'action-pleats': (g, pen) =>
    all(
      pen.seam(both([g.underarm[0] - 26, yokeAt(g) + 4], [g.waist[0] - 22, g.waist[1]])),
      pen.stitch(both([g.underarm[0] - 20, g.shoulder[1] + 60], [g.waist[0] - 16, g.waist[1]])),
    ),
  vent: (g, pen) =>
    all(
      pen.seam(`M0 ${g.neck[1] + 14}V${g.hem + 4}M0 ${g.hem - 74}L12 ${g.hem - 66}V${g.hem + 3}`),
      pen.stitch(`M-2 ${g.hem - 78}L14 ${g.hem - 70}`),
    ),
  'side-vents': (g, pen) =>
    all(
      pen.seam(both([g.foot[0] - 15, g.hem - 62], [g.foot[0] - 14, g.hem + 2])),
      pen.stitch(both([g.foot[0] - 21, g.hem - 62], [g.foot[0] - 8, g.hem - 62])),
    ),
  'half-belt': (g, pen) =>
    all(
      pen.piece(
        `M-46 ${g.waist[1] - 10}H46Q52 ${g.waist[1]} 46 ${g.waist[1] + 10}H-46Q-52 ${g.waist[1]} -46 ${g.waist[1] - 10}Z`,
      ),
      pen.seam([-38, 38].map((x) => `M${x - 4} ${g.waist[1]}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`).join('')),
      pen.stitch(`M-43 ${g.waist[1] - 6}H43M-43 ${g.waist[1] + 6}H43`),
    ),
  'waist-seam': (g, pen) =>
    all(pen.seam(across(g.waist[0], g.waist[1], 3)), pen.stitch(across(g.waist[0], g.waist[1] + 5, 3))),
  elastic: (g, pen) =>
    all(
      pen.seam(`M${-g.waist[0]} ${g.waist[1]}H${g.waist[0]}M${-g.waist[0]} ${g.waist[1] + 16}H${g.waist[0]}`),
      pen.stitch(Array.from({ length: 13 }, (_, i) => `M${(i - 6) * (g.waist[0] / 7)} ${g.waist[1] + 2}v12`).join('')),
    ),
  darts: (g, pen) => pen.seam(both([38, g.waist[1] - 56], [34, g.waist[1]], [38, g.waist[1] + 50])),
  rib: (g, pen) =>
    all(
      pen.piece(`M${-g.foot[0] - 3} ${g.hem - 20}H${g.foot[0] + 3}V${g.hem + 8}H${-g.foot[0] - 3}Z`),
      pen.stitch(
        Array.from({ length: 19 }, (_, i) => `M${Math.round((i - 9) * (g.foot[0] / 9.6))} ${g.hem - 17}v22`).join(''),
      ),
    ),
  mesh: (g, pen) => {
    const y = yokeAt(g);
    const x = g.shoulder[0] - 20;
    return pen.stitch(Array.from({ length: 6 }, (_, i) => `M${-x + i * 3} ${y + 12 + i * 9}H${x - i * 3}`).join(''));
  },
  zip: (g, pen) => {
    const end = Math.min(g.waist[1] + 46, g.hem - 12);
    return all(pen.seam(both([4, g.neck[1] + 14], [4, end])), pen.stitch(`M0 ${g.neck[1] + 14}V${end - 2}`));
  },
  'back-wrap': (g, pen) =>
    all(
      pen.seam(`M-10 ${g.neck[1] + 12}Q-26 ${g.waist[1]} -22 ${g.hem + 4}`),
      bow(pen, g.neck[1] + 22, 0.7),
      pen.piece(
        `M${-g.waist[0] - 3} ${g.waist[1] - 6}H${g.waist[0] + 3}V${g.waist[1] + 6}H${-g.waist[0] - 3}Z`,
        paint.over,
      ),
      place(bow(pen, g.waist[1], 0.8), -24, 0),
    ),
  quilting: (g, pen) =>
    pen.stitch(
      Array.from({ length: Math.floor((g.hem - 40 - yokeAt(g)) / 30) }, (_, i) =>
        across(g.side(yokeAt(g) + i * 30) - 4, yokeAt(g) + 16 + i * 30, 3),
      ).join(''),
    ),
  bands: (g, pen) => all(bandAt(g.underarm[1] + 56, g, pen), bandAt(Math.max(g.underarm[1] + 112, g.hem - 70), g, pen)),
  'one-band': (g, pen) => bandAt(g.waist[1] - 6, g, pen),
  braces: (g, pen, { details }) => {
    const end = details.includes('one-band') ? g.waist[1] - 6 : g.underarm[1] + 58;
    return all(
      ...[1, -1].map((s) =>
        pen.piece(
          `M${s * 44} ${g.shoulder[1] - 16}L${s * 62} ${g.shoulder[1] - 10}L${s * 60} ${end}H${s * 42}Z`,
          '#E6E6E2',
        ),
      ),
    );
  },
  'hem-band': (g, pen) => bandAt(g.hem - 34, g, pen, 16),
  'elbow-patches': (g, pen) => patch(g, pen, 0.56),
  'shoulder-patches': (g, pen) =>
    all(
      ...[1, -1].map((s) =>
        pen.piece(
          `M${s * (g.neck[0] + 8)} ${g.neck[1] + 4}L${s * (g.shoulder[0] - 2)} ${g.shoulder[1]}L${s * (g.shoulder[0] - 9)} ${g.shoulder[1] + 36}L${s * (g.neck[0] + 8)} ${g.neck[1] + 34}Z`,
          paint.over,
        ),
      ),
    ),
  stripes: ({ sleeve }, pen) => {
    if (!sleeve) return all();
    const [[ox, oy], [ix, iy]] = sleeve;
    return pen.seam(
      [26, 36, 46, 56].map((d) => both([ox - d * 0.41, oy - d * 0.91], [ix - d * 0.3, iy - d * 0.95])).join(''),
    );
  },
};

/** The bow of an apron or a gown, hanging from the centre at a height. */
export const bow = (pen: Pen, y: number, size = 1): SvgNode => {
  const p = (...points: number[]) => points.map((value, i) => Math.round(value * size + (i % 2 ? y : 0))).join(' ');
  return all(
    pen.piece(`M${p(0, 0)}C${p(-40, -26, -46, 20, 0, 2)}C${p(46, 20, 40, -26, 0, 0)}Z`, paint.over),
    pen.piece(`M${p(-3, 4)}L${p(-22, 66)}L${p(-10, 68)}L${p(2, 6)}L${p(14, 72)}L${p(26, 68)}L${p(6, 3)}Z`, paint.over),
    pen.piece(
      `M${p(-7, -7)}H${Math.round(7 * size)}V${Math.round(9 * size + y)}H${Math.round(-7 * size)}Z`,
      paint.over,
    ),
  );
};

const patch = ({ sleeve, shoulder }: Geometry, pen: Pen, at: number): SvgNode => {
  if (!sleeve) return all();
  const [[ox, oy], [ix]] = sleeve;
  const x = shoulder[0] + (ox - shoulder[0]) * at - (ox - ix) * 0.42;
  const y = shoulder[1] + (oy - shoulder[1]) * at + 6;
  return all(
    ...[1, -1].map((s) =>
      pen.piece(
        `M${s * x} ${y - 24}q${s * 15} 6 ${s * 17} 26q${s * -4} 18 ${s * -15} 22q${s * -14} -6 ${s * -17} -24q${s * 2} -18 ${s * 15} -24z`,
        paint.over,
      ),
    ),
  );
};

/** Lettering down the back, each line as large as there is width for; it makes way for the line that measures the chest. */
function printed(lines: readonly string[], flat: Flat, g: Geometry): SvgNode {
  const measure = g.underarm[1] + 18;
  let y = flat.neck === 'tank' ? measure : yokeAt(g) + 3;
  return all(
    ...lines.map((line) => {
      const size = Math.min(64, 130 / line.length);
      if (y < measure + 24 && y + size > measure - 22) y = measure + 26;
      const node = lettering(line, 0, y, size, { 'stroke-width': Math.max(2, size / 8) }, 'middle');
      y += size * 1.5;
      return node;
    }),
  );
}

/** Everything sewn into the back. */
export const drawDetails = (flat: Flat, geometry: Geometry, pen: Pen): SvgNode =>
  all(
    ...flat.details.map((name) => backs[name](geometry, pen, flat)),
    flat.print && printed(flat.print, flat, geometry),
  );
