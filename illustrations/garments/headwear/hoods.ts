import { colour, shade, tint } from '../../core/palette';
import { line, symmetric } from '../../core/pens/curve';
import { all, pair, path } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, topStitch } from '../figure/piece';

/** A hood that stands about the head, empty and dark inside; `fur` edges it. */
export const hood =
  (material: Cloth, fur?: string): Layer =>
  ({
    body: {
      neck: [nx, ny],
      head,
    },
  }) => {
    const { y, rx, ry } = head;
    const shell = symmetric(
      [0, y - ry - 26, 's'],
      [rx + 22, y - ry * 0.5, 's'],
      [rx + 30, y + 10, 's'],
      [nx + 26, ny + 8, 's'],
      [nx * 0.4, 26],
      [0, 34],
    );
    const opening = symmetric(
      [0, y - ry - 6, 's'],
      [rx + 4, y - ry * 0.44, 's'],
      [rx + 10, y + 12, 's'],
      [nx + 4, ny, 's'],
      [0, 26, 's'],
    );
    return {
      back: all(
        piece(shell, material),
        path(opening, { fill: shade(material.base, 0.55), stroke: colour.ink, 'stroke-width': 2 }),
      ),
      front: all(
        path(`${shell}${opening}`, {
          fill: material.base,
          'fill-rule': 'evenodd',
          stroke: colour.ink,
          'stroke-width': 2.3,
        }),
        pair(
          all(
            crease(material, rx + 20, y - 20, rx + 12, y - 34, 2),
            crease(material, nx + 20, ny - 4, rx + 12, y + 30, 4, 1.6),
            fold(material, rx + 24, y + 20, nx + 14, ny + 10, 10, 2, 0.45),
          ),
        ),
        !fur &&
          path(opening, {
            stroke: shade(material.base, 0.4),
            'stroke-width': 1.4,
            'stroke-dasharray': '4 3',
            transform: `translate(0 ${y * 0.08 - 2}) scale(1.07)`,
          }),
        fur &&
          all(
            path(opening, { stroke: colour.ink, 'stroke-width': 33, 'stroke-dasharray': '0 15' }),
            path(opening, { stroke: shade(fur, 0.18), 'stroke-width': 29, 'stroke-dasharray': '0 15' }),
            path(opening, {
              stroke: fur,
              'stroke-width': 21,
              'stroke-dasharray': '0 15',
              transform: 'translate(-2 -2)',
            }),
            path(opening, {
              stroke: tint(fur, 0.5),
              'stroke-width': 6,
              'stroke-dasharray': '0 15',
              transform: 'translate(-5 -5)',
            }),
          ),
      ),
    };
  };

/** A loose rain cape from neck to thigh. */
export const poncho =
  (material: Cloth, hem: number, half: number): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
    },
  }) => {
    const d = symmetric(
      [0, 6, 's'],
      [nx, ny],
      [sx * 0.9, sy - 12, 's'],
      [sx + 26, sy + 50, 's'],
      [half, hem - 60],
      [half * 0.94, hem - 34, 's'],
      [half * 0.5, hem - 2, 's'],
      [0, hem + 6, 's'],
    );
    const folds = [-0.82, -0.5, -0.2, 0.16, 0.44, 0.74, 0.92].flatMap((k) => [
      fold(material, sx * k * 0.7, sy + 40, half * k, hem + 4, 20, k * 12, 0.42),
      crease(material, sx * k * 0.7 - 4, sy + 30, half * k - 8, hem - 4, k * 10, 1.8),
    ]);
    return {
      front: all(
        piece(d, material, [
          ...folds,
          path(line([-sx + 10, sy + 20], [-half * 0.7, hem * 0.6, 's'], [-half * 0.72, hem - 40]), {
            stroke: '#fff',
            'stroke-width': 7,
            opacity: 0.5,
          }),
        ]),
        topStitch(
          line(
            [-half + 4, hem - 64],
            [-half * 0.92, hem - 42, 's'],
            [-half * 0.5, hem - 11, 's'],
            [0, hem - 3, 's'],
            [half * 0.5, hem - 11, 's'],
            [half * 0.92, hem - 42, 's'],
            [half - 4, hem - 64],
          ),
          material,
        ),
      ),
    };
  };
