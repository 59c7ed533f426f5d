import { colour, shade, tint } from '../core/palette';
import { all, clipped, el, path, type SvgNode, url, use } from '../core/svg';
import { type Face, lettering } from '../marks/lettering';

/** Satin stitch: threads side by side, `pitch` apart, leaning. */
const satin = (color: string, pitch = 4, turn = 62) =>
  url(
    el(
      'pattern',
      { width: pitch, height: 60, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
      path(`M0 0h${pitch}v60h-${pitch}z`, { fill: color }),
      path(`M${pitch * 0.12} 0v60`, { stroke: shade(color, 0.42), 'stroke-width': pitch * 0.26 }),
      path(`M${pitch * 0.62} 0v60`, { stroke: tint(color, 0.55), 'stroke-width': pitch * 0.22 }),
    ),
  );

/** Letters worked in satin stitch, their baseline's middle at (x, y): padded, with the needle's holes along the edge. */
export function thread(
  text: string,
  x: number,
  y: number,
  size: number,
  color: string,
  pitch = 4,
  face: Face = 'fraunces',
  turn = 62,
): SvgNode {
  const letters = path(lettering(face, text, { x, y, size, anchor: 'middle' }));
  return all(
    use(letters, { fill: colour.ink, opacity: 0.4, transform: `translate(${size * 0.018} ${size * 0.03})` }),
    use(letters, { fill: shade(color, 0.45), stroke: shade(color, 0.45), 'stroke-width': size * 0.03 }),
    clipped(
      letters,
      use(letters, { fill: satin(color, pitch, turn) }),
      use(letters, {
        stroke: '#fff',
        'stroke-width': size * 0.03,
        opacity: 0.3,
        transform: `translate(${size * 0.02} ${size * 0.025})`,
      }),
    ),
    use(letters, {
      stroke: shade(color, 0.35),
      'stroke-width': size * 0.012,
      'stroke-dasharray': `${pitch * 0.5} ${pitch * 0.5}`,
    }),
  );
}
