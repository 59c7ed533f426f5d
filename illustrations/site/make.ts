import sharp from 'sharp';
import { colour, tint } from '../core/palette';
import { solid } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { toSvg } from '../core/to-svg';
import { company } from '../core/words';
import { sunlight, vignette } from '../furnishings/rooms';
import { lettering } from '../marks/lettering';
import { hungRow } from '../scenes/props/hung';
import { paperWall } from '../scenes/props/studio';

/** The house mark on 64 by 64: a needle makes the N's slant, its thread the ampersand's loop into the second N. */
export function mark(ground: string, ink: string, threadColor: string): SvgNode {
  return all(
    path('M12 0H52Q64 0 64 12V52Q64 64 52 64H12Q0 64 0 52V12Q0 0 12 0Z', { fill: ground }),
    path('M14 50V15M49 50V15', { stroke: ink, 'stroke-width': 5.4, 'stroke-linecap': 'butt' }),
    path('M9 15h10M9 50h10M44 15h10M44 50h10', { stroke: ink, 'stroke-width': 3 }),
    path('M13.5 13.5C22 24 36 38 50.5 51.5C38 44 22 28 13.5 13.5Z', {
      fill: tint(ink, 0.2),
      stroke: ink,
      'stroke-width': 3.4,
    }),
    path('M18.5 20.5C26 8 38 10 36 22C34 32 24 30 26 39C28 47 40 46 42 36', { stroke: threadColor, 'stroke-width': 3 }),
    path('M17.6 18.4l2.6 3', { stroke: ground, 'stroke-width': 1.5 }),
  );
}

const favicon = () => toSvg(64, 64, mark(colour.indigo, colour.paper, colour.marigold));

/** The picture that goes with a shared link, 1200 by 630. */
function openGraph(): string {
  const words = (face: 'fraunces' | 'mono', text: string, y: number, size: number, fill: string, track = 0) =>
    path(lettering(face, text, { x: 96, y, size, track }), { fill });
  return toSvg(
    1200,
    630,
    paperWall(1200, 630, colour.paper),
    sunlight(60, -20, 120, 200, 0.4),
    solid('M750 120H1230V134H750Z', '#3D4047', 2),
    place(hungRow(7, 70, 0, 1.1), 812, 128),
    place(mark(colour.indigo, colour.paper, colour.marigold), 92, 88, 1.7),
    words('fraunces', 'Nool & Needle', 330, 86, colour.ink, -0.02),
    words('mono', 'UNIFORMS, LINEN, FURNISHINGS', 394, 24, colour.madder, 0.08),
    words('mono', `CHENNAI, SINCE ${company.since}`, 436, 24, colour.indigo, 0.08),
    path('M96 480H600', { stroke: colour.madder, 'stroke-width': 4, 'stroke-dasharray': '18 11' }),
    el('rect', {
      x: 14,
      y: 14,
      width: 1172,
      height: 602,
      stroke: colour.indigo,
      'stroke-width': 3,
      'stroke-dasharray': '16 9',
      opacity: 0.6,
    }),
    vignette(1200, 630, '#3A2A12', 0.26),
  );
}

const png = (svg: string, width: number): Promise<Uint8Array> =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize(width)
    .png({ compressionLevel: 9, palette: width > 200, effort: 10 })
    .toBuffer();

/** Draws favicon, touch icon and the picture for shared links. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  await out('site/favicon.svg', favicon());
  await out('site/favicon-32.png', await png(favicon(), 32));
  await out(
    'site/touch-icon-180.png',
    await png(
      toSvg(
        64,
        64,
        path('M0 0H64V64H0Z', { fill: colour.indigo }),
        place(mark(colour.indigo, colour.paper, colour.marigold), 5, 5, 0.844),
      ),
      180,
    ),
  );
  await out('site/og.png', await png(openGraph(), 1200));
}
