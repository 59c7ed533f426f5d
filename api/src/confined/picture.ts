import { open, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Answer } from './confine';

/** Re-encodes a visitor's picture from file to file. */
interface CopyTask {
  source: string;
  target: string;
  format: CleanFormat;
  mostPixels: number;
}

/** Converts a post's picture for visitors: WebP at the first size that is small enough. */
interface ServeTask {
  source: Uint8Array;
  /** Largest first; without any, the picture is only measured. */
  sizes: readonly { width: number; quality: number }[];
  mostBytes: number;
  mostPixels: number;
}

export type PictureTask = CopyTask | ServeTask;

/** The converted picture, or why there is none. `data` holds it unless it was written to a file. */
export type PictureResult =
  | { bytes: number; width: number; height: number; data?: Uint8Array }
  | { problem: 'damaged' | 'large' | 'small' | 'fine' };

export type CleanFormat = keyof typeof WRITERS;

const WRITERS = {
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (picture: Sharp) => picture.png(),
  gif: (picture: Sharp) => picture.gif(),
  webp: (picture: Sharp) => picture.webp({ quality: 92 }),
} as const;

/** Smallest edge in pixels: smaller pictures are tracking pixels. */
const LEAST_EDGE = 8;
/** Most pixels a byte beyond the first million: a decompression bomb has more. A screenshot of one colour has some hundred. */
const MOST_PIXELS_OF_BYTE = 5000;
const PIXELS_OF_ANY = 1_000_000;

// No cache between pictures, and one thread each.
sharp.cache(false);
sharp.concurrency(1);

const isNoSpace = (error: unknown): boolean => error instanceof Error && /no space left|ENOSPC/i.test(error.message);

/**
 * Re-encodes a picture: upright by its EXIF orientation, in sRGB, without metadata; animations stay. Only its header is
 * read until the cost of decoding is known.
 */
async function copy({ source, target, format, mostPixels }: CopyTask): Promise<PictureResult> {
  const options = { animated: format === 'gif' || format === 'webp', failOn: 'truncated' } as const;
  try {
    const head = await sharp(source, { ...options, limitInputPixels: false }).metadata();
    const { width, height, pageHeight = height, pages = 1 } = head;
    const pixels = width * pageHeight * pages;
    if (pixels > mostPixels) return { problem: 'large' };
    if (width < LEAST_EDGE || pageHeight < LEAST_EDGE) return { problem: 'small' };
    if (pixels > PIXELS_OF_ANY + MOST_PIXELS_OF_BYTE * (await stat(source)).size) return { problem: 'damaged' };
    const picture = sharp(source, { ...options, limitInputPixels: mostPixels });
    const written = await WRITERS[format](picture.autoOrient()).toFile(target);
    const file = await open(target, 'r+');
    await file.sync().finally(() => file.close());
    return { bytes: written.size, width: written.width, height: written.height };
  } catch (error) {
    if (isNoSpace(error)) throw error;
    return { problem: 'damaged' };
  }
}

/** Whether {@link serve} made a picture. It stays as it is, so that an exported post publishes unchanged. */
const isServed = (source: Buffer, head: Metadata, { sizes, mostBytes }: ServeTask): boolean => {
  const { format, width, pages = 1, exif, xmp, icc, iptc } = head;
  const isBare = pages === 1 && !exif && !xmp && !icc && !iptc;
  const isWhole = source.toString('latin1', 0, 4) === 'RIFF' && source.readUInt32LE(4) + 8 === source.length;
  return format === 'webp' && isBare && isWhole && source.length <= mostBytes && width <= (sizes[0]?.width ?? 0);
};

async function serve(task: ServeTask): Promise<PictureResult> {
  const source = Buffer.from(task.source);
  const [largest] = task.sizes;
  const picture = () => sharp(source, { limitInputPixels: task.mostPixels, failOn: 'truncated' });
  try {
    const head = await sharp(source, { limitInputPixels: false }).metadata();
    const { width, height } = head;
    if (width * height > task.mostPixels) return { problem: 'large' };
    if (!largest) return { bytes: source.length, width, height };
    if (isServed(source, head, task)) {
      await picture().stats();
      return { bytes: source.length, width, height, data: source };
    }
    // Decoded once for all sizes.
    const { data, info } = await picture()
      .autoOrient()
      .resize({ width: largest.width, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (const { width: most, quality } of task.sizes) {
      const made = await sharp(data, { raw })
        .resize({ width: most, withoutEnlargement: true })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true });
      const { size: bytes, ...measures } = made.info;
      if (bytes <= task.mostBytes) return { bytes, width: measures.width, height: measures.height, data: made.data };
    }
    return { problem: 'fine' };
  } catch {
    return { problem: 'damaged' };
  }
}

process.on('message', (task: PictureTask) => {
  const send = (answer: Answer<PictureResult>) => process.send?.(answer);
  ('target' in task ? copy(task) : serve(task)).then(
    (result) => send({ result }),
    (error: unknown) => send({ failed: String(error) }),
  );
});
process.send?.('ready');
