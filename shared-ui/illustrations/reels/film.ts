import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type SvgNode, toSvg } from '../core/svg';

/** Size of a film in pixels, and its frames per second. */
export const size = { width: 720, height: 1280, rate: 24 } as const;

/** A short silent film: what is seen at `t` seconds. */
export interface Film {
  readonly seconds: number;
  /** Time of the frame that stands for the film. */
  readonly poster: number;
  readonly frame: (t: number) => SvgNode;
}

const svgAt = (film: Film, t: number): Buffer => Buffer.from(toSvg(size.width, size.height, film.frame(t)));

/** The poster as JPEG, of at most 40 kB. */
export const poster = (film: Film): Promise<Uint8Array> => sharp(svgAt(film, film.poster)).flatten().jpeg({ quality: 50, mozjpeg: true }).toBuffer();

/** The film as H.264 in an MP4 whose index comes first. Needs `ffmpeg`; one thread, so that the bytes are the same at every run. */
export async function encode(film: Film): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'reel-'));
  const file = join(folder, 'reel.mp4');
  const { width, height, rate } = size;
  const args = `-y -f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${rate} -i - -an -c:v libx264 -preset slow -crf 29 -threads 1 -pix_fmt yuv420p -fflags +bitexact -flags:v +bitexact -map_metadata -1 -movflags +faststart ${file}`;
  try {
    const ffmpeg = spawn('ffmpeg', args.split(' '), { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise<number | null>((resolve, reject) => ffmpeg.on('error', reject).on('close', resolve));
    for (let i = 0; i < film.seconds * rate; i++) {
      const raw = await sharp(svgAt(film, i / rate)).flatten().removeAlpha().raw().toBuffer();
      if (!ffmpeg.stdin.write(raw)) await new Promise((resolve) => ffmpeg.stdin.once('drain', resolve));
    }
    ffmpeg.stdin.end();
    const code = await ended;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return new Uint8Array(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
