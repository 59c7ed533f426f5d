import { colour, mix, shade, tint } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { peg, solid } from '../../core/props';
import { all, el, path, place, type SvgNode, url } from '../../core/svg';
import { floorShadow } from '../../core/textures';
import { markOn } from '../ground';

export const bannerSize = { width: 1200, height: 900 } as const;

export const floorAt = 806;

/** A wall and a floor: the wall panelled up to `dado` (none at 0), the floor of boards. */
export function room(wall: string, floor: string, dado = 0): SvgNode {
  const { width: w, height: h } = bannerSize;
  const light = url(
    el(
      'linearGradient',
      { x1: 0, y1: 0, x2: 1, y2: 0.6 },
      el('stop', { 'stop-color': '#fff', 'stop-opacity': 0.28 }),
      el('stop', { offset: 0.5, 'stop-color': '#fff', 'stop-opacity': 0 }),
      el('stop', { offset: 1, 'stop-color': '#15183A', 'stop-opacity': 0.16 }),
    ),
  );
  const boards = [0.12, 0.3, 0.58].map((k) => `M0 ${floorAt + (h - floorAt) * k + 6}H${w}`).join('');
  const joints = [130, 420, 700, 1010]
    .map((x, i) => `M${x} ${floorAt + 18 + (i % 2) * 22}l${(x - 600) * 0.05} ${i % 2 ? 34 : 20}`)
    .join('');
  const panels = Array.from({ length: 9 }, (_, i) => `M${i * 140 + 40} ${dado + 24}h108V${floorAt - 36}h-108z`).join(
    '',
  );
  return all(
    path(`M0 0H${w}V${floorAt}H0Z`, { fill: wall }),
    dado > 0 && path(`M0 ${dado}H${w}V${floorAt}H0Z`, { fill: shade(wall, 0.1) }),
    dado > 0 && path(`M0 ${dado}H${w}`, { stroke: colour.ink, 'stroke-width': 2 }),
    dado > 0 && path(`M0 ${dado + 9}H${w}${panels}`, { stroke: markOn(wall), 'stroke-width': 1.4, opacity: 0.6 }),
    path(`M0 0H${w}V${floorAt}H0Z`, { fill: light }),
    path(`M0 ${floorAt}H${w}V${h}H0Z`, { fill: floor }),
    path(`${boards}${joints}`, { stroke: shade(floor, 0.35), 'stroke-width': 1.4, opacity: 0.7 }),
    path(`M0 ${floorAt - 14}H${w}V${floorAt}H0Z`, { fill: tint(wall, 0.35), stroke: colour.ink, 'stroke-width': 2 }),
    path(`M0 ${floorAt}H${w}v16H0z`, { fill: colour.ink, opacity: 0.12 }),
  );
}

/** A soft pool of shadow below something that stands on the floor. */
export const standing = (x: number, half: number): SvgNode =>
  el('ellipse', { cx: x + 8, cy: floorAt + 18, rx: half, ry: 16, fill: floorShadow });

/** A board of wood with pegs at these places along it; its top left at (x, y). */
export const pegBoard = (x: number, y: number, length: number, pegs: readonly number[]): SvgNode =>
  all(
    solid(`M${x} ${y}h${length}v34h${-length}z`, mix(colour.wood, colour.linen, 0.25)),
    path(`M${x + 8} ${y + 9}h${length - 16}M${x + 8} ${y + 25}h${length - 16}`, {
      stroke: colour.ink,
      'stroke-width': 0.9,
      opacity: 0.35,
    }),
    ...pegs.map((at) => place(peg(), x + at, y + 15, 1.2)),
  );

/** A wooden shelf on two brackets. */
export const shelf = (x: number, y: number, length: number): SvgNode =>
  all(
    ...[x + 26, x + length - 26].map((at) =>
      path(`M${at} ${y + 14}v34q16 -4 22 -34`, { stroke: colour.ink, 'stroke-width': 3 }),
    ),
    solid(`M${x} ${y}h${length}v15h${-length}z`, colour.wood),
    path(`M${x + 4} ${y + 20}h${length - 8}v12h${-length + 8}z`, { fill: colour.ink, opacity: 0.12 }),
  );

/** A low bench of slats. */
export const bench = (x: number, y: number, length: number, height: number): SvgNode =>
  all(
    standing(x + length / 2, length * 0.56),
    ...[x + 18, x + length - 34].map((at) =>
      solid(`M${at} ${y + 18}h16v${height - 18}h-16z`, shade(colour.wood, 0.25)),
    ),
    solid(`M${x} ${y}h${length}v20h${-length}z`, colour.wood),
    path(`M${x + 5} ${y + 7}h${length - 10}M${x + 5} ${y + 13}h${length - 10}`, {
      stroke: colour.ink,
      'stroke-width': 0.9,
      opacity: 0.5,
    }),
  );

/** A potted plant with broad leaves; its foot at (x, y). */
export function plant(x: number, y: number, leaf: string, pot: string, k = 1): SvgNode {
  const leaves = [-74, -48, -22, 4, 30, 56, 80].map((turn, i) => {
    const length = 150 - Math.abs(turn) * 0.5 + (i % 2) * 22;
    return place(
      all(
        solid(
          outline([0, 0], [22, -length * 0.5, 's'], [0, -length], [-22, -length * 0.5, 's']),
          i % 2 ? leaf : shade(leaf, 0.14),
          1.8,
        ),
        path(line([0, -8], [0, -length + 16]), { stroke: colour.ink, 'stroke-width': 1, opacity: 0.5 }),
      ),
      0,
      -84,
      1,
      turn,
    );
  });
  return place(
    all(
      ...leaves,
      solid(outline([-44, -92], [44, -92], [34, 0], [-34, 0]), pot),
      solid('M-50 -104H50V-84H-50Z', tint(pot, 0.15)),
    ),
    x,
    y,
    k,
  );
}
