import { type Hex, shade, tint } from '../core/palette';
import { all, el, path, type SvgNode, url } from '../core/svg';
import { stripSize } from './strip';
import { type Draft, type Threads, weave } from './weave';

export interface Seam {
  readonly draft: Draft;
  readonly threads: Threads;
  /** Dye of the sewing thread. */
  readonly thread: Hex;
  /** Rows of stitches: two hold a felled seam down, one is a running stitch in whole cloth. */
  readonly rows: 1 | 2;
}

/** Cloth a hand's breadth from the eye. */
const SCALE = 1.3;
const STITCH = { length: 30, gap: 13, width: 6 } as const;
const FELL = 58;

/** A row of stitches: each casts a shadow, sinks at its ends and has the light along it. */
function row(y: number, dye: Hex): SvgNode {
  const { length, gap, width } = STITCH;
  const dashes = { 'stroke-dasharray': `${length} ${gap + width}`, 'stroke-linecap': 'round', fill: 'none' };
  const d = (by: number) => `M${-length / 2} ${y + by}H${stripSize.width + length}`;
  return all(
    path(d(3.5), { ...dashes, stroke: '#1C1B1A', 'stroke-width': width, opacity: 0.34 }),
    path(d(0), { ...dashes, stroke: shade(dye, 0.12), 'stroke-width': width }),
    path(d(-1.4), { ...dashes, stroke: tint(dye, 0.4), 'stroke-width': width * 0.3 }),
  );
}

const stop = (offset: number, color: string, opacity: number) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
const down = (...stops: SvgNode[]) => url(el('linearGradient', { x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops));

/** The doubled cloth between two rows: it rises towards the light and falls into its own shadow. */
const fell = (top: number): SvgNode =>
  all(
    path(`M0 ${top}H${stripSize.width}V${top + FELL}H0Z`, {
      fill: down(stop(0, '#FFFDF8', 0.3), stop(0.4, '#FFFDF8', 0.06), stop(1, '#1C1B1A', 0.16)),
    }),
    path(`M0 ${top + FELL}H${stripSize.width}V${top + FELL + 22}H0Z`, {
      fill: down(stop(0, '#1C1B1A', 0.5), stop(1, '#1C1B1A', 0)),
    }),
  );

/** One seam across whole cloth, and no outline. */
export function seam({ draft, threads, thread, rows }: Seam): SvgNode {
  const { width, height } = stripSize;
  const area = `M0 0H${width}V${height}H0Z`;
  const middle = height * 0.56;
  return all(
    path(area, { fill: url(weave(draft, threads, SCALE)) }),
    rows === 2
      ? all(fell(middle - FELL / 2), row(middle - FELL / 2 + 12, thread), row(middle + FELL / 2 - 12, thread))
      : row(middle, thread),
    path(area, {
      fill: url(el('linearGradient', {}, stop(0, '#FFFDF8', 0.16), stop(0.45, '#FFFDF8', 0), stop(1, '#1C1B1A', 0.3))),
    }),
  );
}
