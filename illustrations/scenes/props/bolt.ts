import { colour, mix, shade } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { all, el, path, type SvgNode, use } from '../../core/svg';
import { type Cloth, weaveOf } from '../../core/textures';
import { fallLight, soft } from '../../furnishings/cloth';

const ink = colour.ink;

/** A bolt of cloth lying across, `w` long and `r` thick, its left end's middle at (0, 0). */
export function bolt(w: number, r: number, material: Cloth, loose = 0): SvgNode {
  const k = r * 0.42;
  const body = path(`M0 ${-r}H${w}A${k} ${r} 0 0 1 ${w} ${r}H0A${k} ${r} 0 0 1 0 ${-r}Z`);
  const weave = weaveOf(material);
  const light = el(
    'linearGradient',
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    el('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.28 }),
    el('stop', { offset: 0.45, 'stop-color': '#fff', 'stop-opacity': 0 }),
    el('stop', { offset: 1, 'stop-color': '#15183A', 'stop-opacity': 0.42 }),
  );
  return all(
    use(body, { fill: ink, opacity: 0.2, transform: 'translate(6 10)' }),
    use(body, { fill: material.base, stroke: ink, 'stroke-width': 2.4 }),
    weave && use(body, { fill: weave }),
    use(body, { fill: { target: light, form: 'url' } }),
    loose
      ? soft(
          outline(
            [w * 0.1, r * 0.5],
            [w * 0.95, r * 0.5],
            [w * 0.97, r + loose, 's'],
            [w * 0.6, r + loose + 6, 's'],
            [w * 0.08, r + loose],
          ),
          material,
          {
            light: fallLight,
            folds: [
              [w * 0.3, r * 0.7, w * 0.26, r + loose, 8, 4],
              [w * 0.7, r * 0.7, w * 0.72, r + loose, 8, -4],
            ],
          },
        )
      : undefined,
    path(`M${w * 0.3} ${-r * 0.55}H${w * 0.8}`, { stroke: '#fff', 'stroke-width': 2, opacity: 0.4 }),
    el('ellipse', {
      cx: 0,
      cy: 0,
      rx: k,
      ry: r,
      fill: mix(material.base, '#ffffff', 0.18),
      stroke: ink,
      'stroke-width': 2,
    }),
    path([0.78, 0.58, 0.42].map((p) => `M0 ${-r * p}A${k * p} ${r * p} 0 1 0 .1 ${-r * p}`).join(''), {
      stroke: shade(material.base, 0.45),
      'stroke-width': 1.1,
    }),
    el('ellipse', { cx: 0, cy: 0, rx: k * 0.3, ry: r * 0.3, fill: colour.kraft, stroke: ink, 'stroke-width': 1.5 }),
  );
}
