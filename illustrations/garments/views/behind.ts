import { curve, mirrored, symmetric } from '../../core/pens/curve';
import { all, pair, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { type Detail, drape, halfBody, hemStitch, panelOf, type TopSpec } from '../cuts/top';
import type { Body } from '../figure/body';
import type { Layer } from '../figure/layer';
import { piece, ribbon, seam, topStitch } from '../figure/piece';
import { sleeve } from '../parts/sleeve';

export interface BehindSpec extends Omit<TopSpec, 'collar' | 'under'> {
  /** A collar that falls over the neck's seam, one that stands, a ribbed band, or none. */
  readonly collar: 'fall' | 'stand' | 'rib' | 'none';
  readonly trim?: Cloth;
}

const neckline = ([nx, ny]: Body['neck']) =>
  [
    [0, ny + 10, 's'],
    [nx * 0.7, ny + 5, 's'],
    [nx, ny],
  ] as const;

function collarBehind([nx, ny]: Body['neck'], { collar, trim, cloth }: BehindSpec): SvgNode | undefined {
  const material = trim ?? cloth;
  const line = neckline([nx, ny]);
  switch (collar) {
    case 'fall':
      return all(
        piece(
          symmetric(
            [0, ny - 17, 's'],
            [nx - 6, ny - 13],
            [nx + 16, ny + 12],
            [nx * 0.5, ny + 19, 's'],
            [0, ny + 21, 's'],
          ),
          material,
        ),
        topStitch(
          curve([
            [-nx - 10, ny + 8],
            [0, ny + 16, 's'],
            [nx + 10, ny + 8],
          ]),
          material,
        ),
      );
    case 'stand':
      return piece(
        symmetric([0, ny - 14, 's'], [nx - 2, ny - 19], [nx + 3, ny + 1], [nx * 0.6, ny + 8, 's'], [0, ny + 11, 's']),
        material,
      );
    case 'rib':
      return ribbon(curve([...mirrored(line).filter(([x]) => x !== 0), ...line]), 7, material.base);
    default:
      return undefined;
  }
}

/** A garment for the upper body, seen from behind: its details are the back's own. */
export const behind =
  (spec: BehindSpec): Layer =>
  (frame) => {
    const { body } = frame;
    const cut: TopSpec = { ...spec, collar: { kind: 'none' } };
    const panel = panelOf(frame, cut);
    const arms = spec.sleeve && sleeve(frame, spec.sleeve, spec.cloth);
    return {
      front: all(
        arms && pair(arms),
        piece(symmetric(...halfBody(frame, panel, cut, neckline(body.neck))), spec.cloth, [
          ...drape(panel),
          ...(spec.inside ?? []).map((draw) => draw(panel)),
        ]),
        hemStitch(cut, panel),
        ...(spec.on ?? []).map((draw) => draw(panel)),
        collarBehind(body.neck, spec),
      ),
    };
  };

/** The seam down the middle of a back, open below `vent`. */
export const centreBack =
  (vent?: number): Detail =>
  ({ frame: { body }, material, hem }) =>
    all(
      seam(`M0 ${body.neck[1] + 10}V${vent ?? hem + 4}`, material),
      vent !== undefined && seam(`M0 ${vent}L-7 ${hem + 5}M0 ${vent}L5 ${hem + 5}`, material, 1.9),
      vent !== undefined && topStitch(`M-5 ${vent + 10}L-11 ${hem + 2}`, material),
    );
