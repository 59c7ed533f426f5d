import { type Knot, line, outline } from '../../core/pens/curve';
import { all, pair, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Frame } from '../figure/body';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';
import type { Collar } from './neck';

const both = pair;

/** The collar itself, over the front of the garment. */
export function collarFront(frame: Frame, collar: Collar, trim: Cloth, depth: number): SvgNode | undefined {
  const [nx, ny] = frame.body.neck;
  const k = nx / 37;
  switch (collar.kind) {
    case 'shirt':
      return collar.open ? both(openLeaf(nx, ny, k, trim)) : both(leaf(nx, ny, k, trim, 46, 27));
    case 'polo':
      return both(leaf(nx, ny, k, trim, 40, 31));
    case 'mandarin':
      return both(band(nx, ny, k, trim));
    case 'peter-pan':
      return both(petal(nx, ny, k, trim));
    case 'camp':
      return both(lapel(nx, ny, k, trim, depth, { tip: [nx + 22 * k, depth * 0.5], notch: 16, wide: 0.6 }));
    case 'notch':
      return both(lapel(nx, ny, k, trim, depth, { tip: [nx + 33 * k, depth * 0.5], notch: 19, wide: 1 }));
    case 'peak':
      return both(lapel(nx, ny, k, trim, depth, { tip: [nx + 42 * k, depth * 0.32], notch: 19, wide: 1 }));
    case 'shawl':
      return both(shawl(nx, ny, k, trim, depth));
    case 'sailor':
      return sailor(nx, ny, k, trim, depth);
    default:
      return undefined;
  }
}

/** A turned-down shirt collar: `drop` and `spread` place its point. */
function leaf(nx: number, ny: number, k: number, trim: Cloth, drop: number, spread: number): SvgNode {
  const tip: Knot = [spread * k, drop * k];
  const d = outline(
    [1, 5],
    [nx * 0.5, ny * 0.2 - 5, 's'],
    [nx - 11, ny - 12],
    [nx - 2, ny - 11, 's'],
    [nx + 15 * k, ny + 10 * k, 's'],
    tip,
  );
  const inset = line([5, 9 * k], [tip[0] - 1, tip[1] - 7 * k], [nx + 10 * k, ny + 9 * k, 's'], [nx + 1, ny - 6, 's']);
  return all(piece(d, trim, [fold(trim, nx * 0.5, ny * 0.1, tip[0] + 4, tip[1], 7, -3, 0.35)]), topStitch(inset, trim));
}

/** A shirt collar worn open: it spreads away from the throat. */
function openLeaf(nx: number, ny: number, k: number, trim: Cloth): SvgNode {
  const d = outline(
    [4, 34 * k],
    [nx * 0.55, 2 * k, 's'],
    [nx - 11, ny - 12],
    [nx - 2, ny - 11, 's'],
    [nx + 17 * k, ny + 12 * k, 's'],
    [nx + 14 * k, 44 * k],
  );
  return all(
    piece(d, trim),
    topStitch(line([9, 33 * k], [nx + 9 * k, 38 * k], [nx + 12 * k, ny + 12 * k, 's'], [nx + 1, ny - 6, 's']), trim),
  );
}

function band(nx: number, ny: number, k: number, trim: Cloth): SvgNode {
  const d = outline(
    [2.5, 11],
    [nx * 0.6, ny * 0.15 + 2, 's'],
    [nx + 3, ny + 1],
    [nx - 2, ny - 19, 's'],
    [nx * 0.55, ny - 1, 's'],
    [8 * k, -14, 's'],
    [2.5, -8, 's'],
  );
  return all(piece(d, trim), topStitch(line([6, 7], [nx * 0.6, ny * 0.15 - 2, 's'], [nx, ny - 3]), trim));
}

function petal(nx: number, ny: number, k: number, trim: Cloth): SvgNode {
  const d = outline(
    [1.5, 8],
    [nx * 0.55, ny * 0.2 - 3, 's'],
    [nx - 8, ny - 7],
    [nx + 3, ny - 6, 's'],
    [nx + 19 * k, 16 * k, 's'],
    [nx * 0.8, 44 * k, 's'],
    [9 * k, 36 * k, 's'],
  );
  return all(
    piece(d, trim),
    topStitch(
      line([6 * k, 14], [14 * k, 33 * k, 's'], [nx * 0.78, 38 * k, 's'], [nx + 13 * k, 15 * k, 's'], [nx + 3, ny, 's']),
      trim,
    ),
  );
}

interface LapelCut {
  readonly tip: readonly [number, number];
  readonly notch: number;
  readonly wide: number;
}

function lapel(nx: number, ny: number, k: number, trim: Cloth, depth: number, { tip, notch, wide }: LapelCut): SvgNode {
  const inner: Knot = [tip[0] - notch * k, tip[1] - (wide > 0.9 ? 2 : 1)];
  const roll: Knot[] = [
    [nx * 0.48, depth * 0.42, 's'],
    [nx - 4, ny + 2, 's'],
  ];
  const front = outline([-1, depth + 4], ...roll, [nx + 6, ny + 4], inner, tip, [tip[0] * 0.6, depth * 0.72, 's']);
  const gorge: Knot = [tip[0] - notch * 0.15 * k, tip[1] - 19 * k];
  const neck = outline(
    [nx - 11, ny - 8],
    [nx - 2, ny - 11, 's'],
    [nx + 16 * k, ny + 6, 's'],
    gorge,
    inner,
    [nx * 0.9, ny + 24 * k, 's'],
    [nx - 7, ny + 6],
  );
  return all(
    piece(front, trim, [fold(trim, nx * 0.7, 0, 6, depth, 13, 2, 0.4)]),
    topStitch(line([3, depth - 6], [tip[0] * 0.54, depth * 0.7, 's'], [tip[0] - 6, tip[1] + 3]), trim),
    piece(neck, trim),
    seam(line([nx - 2, ny + 14], inner), trim, 1.2),
  );
}

function shawl(nx: number, ny: number, k: number, trim: Cloth, depth: number): SvgNode {
  const d = outline(
    [-1, depth + 4],
    [nx * 0.5, depth * 0.42, 's'],
    [nx - 11, ny - 9],
    [nx - 1, ny - 11, 's'],
    [nx + 20 * k, 10 * k, 's'],
    [nx + 16 * k, depth * 0.5, 's'],
    [nx * 0.5, depth * 0.86, 's'],
  );
  return all(
    piece(d, trim, [fold(trim, nx, 0, 6, depth, 12, 2, 0.4)]),
    crease(trim, nx, ny + 4, nx * 0.7, depth * 0.4, 3),
  );
}

function sailor(nx: number, ny: number, k: number, trim: Cloth, depth: number): SvgNode {
  const wing = (o: number): Knot[] => [
    [0, depth + 6 - o * 1.5],
    [nx + 26 * k - o, depth * 0.42, 's'],
    [nx + 52 * k - o, 14 * k],
    [nx + 44 * k - o, ny + 12 * k + o * 0.2, 's'],
    [nx - 2, ny - 10],
  ];
  const d = outline(...wing(0), [nx - 8, ny - 4, 's'], [nx * 0.5, depth * 0.42, 's']);
  const tapeLine = (o: number) => line(...wing(o).slice(0, 4));
  const white = trim.second ?? '#FBF8F1';
  const half = all(piece(d, trim), ribbon(tapeLine(7), 2.4, white), ribbon(tapeLine(14), 2.4, white));
  return both(half);
}
