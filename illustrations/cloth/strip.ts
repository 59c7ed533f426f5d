import { seeded } from '../core/random';
import { all, el, num, path, type SvgNode, url } from '../core/svg';
import { type Draft, type Threads, weave } from './weave';

/** A strip of cloth, washed more often the further right. */
export const stripSize = { width: 1600, height: 320 } as const;

export interface Strip {
  readonly draft: Draft;
  readonly threads: Threads;
  /** Size of the threads: 1 for shirtings. */
  readonly count?: number;
}

const SCALE = 0.34;
const FIBRES = 150;

/** Fibres that washing raises: none at the left, most at the right. */
function fibres(color: string): SvgNode {
  const next = seeded(7);
  const { width, height } = stripSize;
  const d = Array.from({ length: FIBRES }, () => {
    const x = width * (1 - (1 - Math.sqrt(next())) * 0.92);
    const y = next() * height;
    const bend = () => num((next() - 0.5) * 9);
    return `M${num(x)} ${num(y)}q${bend()} ${bend()} ${bend()} ${bend()}`;
  }).join('');
  return path(d, { stroke: color, 'stroke-width': 0.5, opacity: 0.8 });
}

const stop = (offset: number, opacity: number) =>
  el('stop', { offset, 'stop-color': '#FFFDF8', 'stop-opacity': opacity });

/** The whole strip. */
export function strip({ draft, threads, count = 1 }: Strip): SvgNode {
  const { width, height } = stripSize;
  const area = `M0 0H${width}V${height}H0Z`;
  return all(
    path(area, { fill: url(weave(draft, threads, SCALE * count)) }),
    path(area, { fill: url(el('linearGradient', {}, stop(0, 0), stop(0.3, 0.04), stop(1, 0.18))) }),
    fibres(threads.warp[0] ?? '#FFFDF8'),
  );
}
