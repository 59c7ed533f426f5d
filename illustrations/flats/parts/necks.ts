import { all, type SvgNode } from '../../core/svg';
import type { Flat } from '../flat';
import type { Geometry } from '../geometry';
import { type Pen, paint } from '../pen';

type Draw = (geometry: Geometry, pen: Pen) => SvgNode;

const stand = ({ neck: [x, y] }: Geometry, pen: Pen, height: number): SvgNode =>
  pen.piece(
    `M${-x - 2} ${y + 2}Q0 ${y + 22} ${x + 2} ${y + 2}L${x - 3} ${y - height}Q0 ${y - height + 12} ${-x + 3} ${y - height}Z`,
  );

/** A collar that falls over the back of the neck. */
const fallen = ({ neck: [x, y] }: Geometry, pen: Pen, drop: number): SvgNode =>
  all(
    pen.piece(
      `M${-x + 2} ${y - 12}Q0 ${y - 4} ${x - 2} ${y - 12}L${x + 14} ${y + drop}Q0 ${y + drop + 18} ${-x - 14} ${y + drop}Z`,
    ),
    pen.stitch(`M${-x - 9} ${y + drop - 5}Q0 ${y + drop + 11} ${x + 9} ${y + drop - 5}`),
  );

const band = ({ neck: [x, y] }: Geometry, pen: Pen): SvgNode =>
  pen.seam(`M${-x - 8} ${y + 4}Q0 ${y + 36} ${x + 8} ${y + 4}`);

/** The label that every garment carries at the neck. */
const label = ({ neck: [, y] }: Geometry, pen: Pen): SvgNode => pen.piece(`M-15 ${y + 30}h30v15h-30z`, paint.over);

const necks: Record<Flat['neck'], Draw> = {
  stand: (g, pen) => stand(g, pen, 15),
  shirt: (g, pen) => all(stand(g, pen, 10), fallen(g, pen, 8)),
  polo: (g, pen) => fallen(g, pen, 6),
  lapel: (g, pen) => fallen(g, pen, 18),
  crew: (g, pen) => all(band(g, pen), label(g, pen)),
  tank: (g, pen) => all(band(g, pen), label(g, pen)),
  sailor: (g, pen) =>
    all(
      pen.piece(
        `M${-g.neck[0]} ${g.neck[1]}Q0 ${g.neck[1] + 20} ${g.neck[0]} ${g.neck[1]}L${g.shoulder[0] - 16} ${g.shoulder[1]}L72 118H-72L${-g.shoulder[0] + 16} ${g.shoulder[1]}Z`,
        paint.over,
      ),
      pen.stitch('M-66 108H66M-64 98H64'),
    ),
  hood: (g, pen) => {
    const [x, y] = g.neck;
    return all(
      pen.piece(
        `M${-x - 26} ${y + 16}Q${-x - 40} ${y + 90} 0 ${y + 116}Q${x + 40} ${y + 90} ${x + 26} ${y + 16}Q0 ${y - 26} ${-x - 26} ${y + 16}Z`,
      ),
      pen.seam(`M0 ${y - 4}V${y + 114}`),
      pen.stitch(`M${-x - 18} ${y + 18}Q0 ${y - 14} ${x + 18} ${y + 18}`),
    );
  },
};

/** The neck from behind. */
export const drawNeck = ({ neck, under }: Flat, geometry: Geometry, pen: Pen): SvgNode =>
  under?.neck ? necks[under.neck](geometry, lined(pen)) : necks[neck](geometry, pen);

/** A pen for what belongs to the garment below. */
const lined = (pen: Pen): Pen => ({ ...pen, piece: (d, fill = paint.below) => pen.piece(d, fill) });
