import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { SvgNode } from '../core/svg';
import { toSvg } from '../core/to-svg';

/** Size of a film in pixels, and its frames per second. */
const size = { width: 720, height: 1280, rate: 24 } as const;

/** A short silent film: what is seen at `t` seconds. */
export interface Film {
  readonly seconds: number;
  /** Time of the frame that stands for the film. */
  readonly poster: number;
  readonly frame: (t: number) => SvgNode;
}

/** One frame's pixels, RGBA. Resvg keeps the pixels of a pattern's repeat, which makes it ten times as fast here as others. */
const pixelsAt = (film: Film, t: number): Buffer =>
  new Resvg(toSvg(size.width, size.height, film.frame(t)), { font: { loadSystemFonts: false } }).render().pixels;

/** The poster as JPEG, of at most 40 kB. */
export const poster = (film: Film): Promise<Uint8Array> =>
  sharp(pixelsAt(film, film.poster), { raw: { width: size.width, height: size.height, channels: 4 } })
    .flatten()
    .jpeg({ quality: 42, mozjpeg: true })
    .toBuffer();

/** The film as H.264 in an MP4 whose index comes first. Needs `ffmpeg`; one thread, for the same bytes at every run. */
export async function encode(film: Film): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'reel-'));
  const file = join(folder, 'reel.mp4');
  const { width, height, rate } = size;
  const args = `-y -f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${rate} -i - -an -c:v libx264 -preset medium -crf 31 -threads 1 -pix_fmt yuv420p -fflags +bitexact -flags:v +bitexact -map_metadata -1 -movflags +faststart ${file}`;
  try {
    const ffmpeg = spawn('ffmpeg', args.split(' '), { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise<number | null>((resolve, reject) => ffmpeg.on('error', reject).on('close', resolve));
    for (let i = 0; i < film.seconds * rate; i++) {
      if (!ffmpeg.stdin.write(pixelsAt(film, i / rate)))
        await new Promise((resolve) => ffmpeg.stdin.once('drain', resolve));
    }
    ffmpeg.stdin.end();
    const code = await ended;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return new Uint8Array(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
