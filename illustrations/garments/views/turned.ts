import { all, clipped, group, path, type SvgNode, use } from '../../core/svg';

/** How wide each half appears when the figure turns away, and how its levels rise on the far side. */
const NEAR = 1.1;
const FAR = 0.66;
const RISE = -0.035;

const LEFT = 'M-420 -420H.8V900H-420Z';
const RIGHT = 'M-.8 -420H420V900H-.8Z';

/** An outfit in three-quarter view: the half that is nearer stays wide, the other is foreshortened. */
export function turned(outfit: SvgNode, to: 'left' | 'right'): SvgNode {
  const rise = to === 'right' ? RISE : -RISE;
  const half = (scale: number, side: string) =>
    group(
      { transform: `matrix(${scale} ${Math.round(rise * scale * 1000) / 1000} 0 1 0 0)` },
      clipped(path(side), use(outfit)),
    );
  return to === 'right'
    ? all(half(FAR, 'M0 -420H420V900H0Z'), half(NEAR, LEFT))
    : all(half(FAR, 'M-420 -420H0V900H-420Z'), half(NEAR, RIGHT));
}
