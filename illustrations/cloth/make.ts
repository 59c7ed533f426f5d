import { dye } from '../core/palette';
import { toSvg } from '../core/to-svg';
import type { Out } from '../core/write';
import { drafts } from './drafts';
import { type Seam, seam } from './seam';
import { type Strip, strip, stripSize } from './strip';

const plain = (warp: string, weft = warp) => ({ warp: [warp], weft: [weft] });
const check = [...Array(6).fill('#7A2330'), ...Array(6).fill('#F3EBDB'), ...Array(2).fill('#22305F')];
const glen = check.map((_, row) => check.map((_cell, column) => ((row + column) % 2 ? '.' : 'x')).join(''));

/** The cloth that each sector, and some furnishings, are known by. */
const strips: Record<string, Strip> = {
  industrial: { draft: drafts.twill, threads: plain('#2C4A7C', '#5B7399'), count: 1.25 },
  hospitality: { draft: drafts.gabardine, threads: plain('#F6EEDC', '#DBC193') },
  retail: { draft: drafts.pique, threads: plain('#B4432F', '#8F3222'), count: 1.1 },
  government: { draft: drafts.ripstop, threads: plain(dye.olive, '#4E5134') },
  aviation: { draft: drafts.herringbone, threads: plain('#2A3766', '#4A5A8E') },
  healthcare: { draft: drafts.poplin, threads: plain('#4C9393', '#3B7E80') },
  education: { draft: glen, threads: { warp: check, weft: check }, count: 0.9 },
  'bed-linens': { draft: drafts.poplin, threads: plain('#F7F2E7', '#EAE1CF'), count: 0.85 },
  curtains: { draft: drafts.satin, threads: plain('#8E9C84', '#76856D') },
};

/** Where a page lets the eye rest: one cloth, one seam. */
const seams: Record<string, Seam> = {
  'felled-seam': { draft: drafts.twill, threads: plain('#2A3766', '#41508A'), thread: '#E2A72E', rows: 2 },
  'running-stitch': { draft: drafts.poplin, threads: plain('#F1E9D8', '#E5D9C0'), thread: '#A63A24', rows: 1 },
};

/** Draws a strip of every cloth that visitors hold a glass over, and the seams. */
export async function make(out: Out): Promise<void> {
  for (const [name, spec] of Object.entries(seams))
    await out(`cloth/${name}.svg`, toSvg(stripSize.width, stripSize.height, seam(spec)));
  for (const [name, spec] of Object.entries(strips))
    await out(`cloth/${name}.svg`, toSvg(stripSize.width, stripSize.height, strip(spec)));
}
