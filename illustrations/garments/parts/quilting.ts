import { all, path } from '../../core/svg';
import type { rings } from './sleeve';

/** Where the shoulder ends and a sleeve is as wide as its arm. */
const ARM_BEGINS = 0.45;

/** Quilting lines across a padded sleeve, from edge to edge: above the elbow the sleeve is narrower than its arm. */
export function padded(places: readonly number[]) {
  return (arm: Parameters<ReturnType<typeof rings>>[0]) =>
    all(
      ...places.map((t) => {
        const above = Math.max(0, ARM_BEGINS - t);
        const [x1, y1] = arm.at(t, -1 + above * 2.1);
        const [x2, y2] = arm.at(t, 0.96 - above * 2.2);
        return path(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + 10} ${x2} ${y2}`, {
          stroke: '#182656',
          'stroke-width': 2,
        });
      }),
    );
}

/** Quilting lines across a padded body. */
export function quilted(ys: readonly number[]) {
  return () =>
    all(
      ...ys.flatMap((y) => [
        path(`M-150 ${y - 8}Q0 ${y + 12} 150 ${y - 8}`, { stroke: '#182656', 'stroke-width': 2.2 }),
        path(`M-150 ${y - 14}Q0 ${y + 4} 150 ${y - 14}`, { stroke: '#182656', 'stroke-width': 9, opacity: 0.16 }),
      ]),
    );
}
