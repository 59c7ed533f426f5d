import { open, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Answer } from './confine';

/** A picture to be written again. */
export interface PictureTask {
  /** Files. */
  source: string;
  target: string;
  format: CleanFormat;
  mostPixels: number;
}

/** The size of the copy in bytes, or why there is none. */
export type PictureResult = { bytes: number } | { problem: 'damaged' | 'large' | 'small' };

/** The formats in which pictures are re-encoded. */
export type CleanFormat = keyof typeof WRITERS;

const WRITERS = {
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (picture: Sharp) => picture.png(),
  gif: (picture: Sharp) => picture.gif(),
  webp: (picture: Sharp) => picture.webp({ quality: 92 }),
} as const;

/** Smaller ones show nothing; they are made to count or to trace visitors. */
const LEAST_EDGE = 8;
/** A screenshot of one colour has some hundred pixels a byte. What says more, beyond a million, is made to cost work. */
const MOST_PIXELS_OF_BYTE = 5000;
const PIXELS_OF_ANY = 1_000_000;

// Nothing is kept between pictures, and each is decoded by one thread.
sharp.cache(false);
sharp.concurrency(1);

const isNoSpace = (error: unknown): boolean => error instanceof Error && /no space left|ENOSPC/i.test(error.message);

/**
 * Decodes a picture and writes it again: upright as its camera was held, in sRGB, and with nothing else of what it
 * carried. Moving ones keep moving. Its head alone is read before it is known what decoding costs.
 */
async function rewrite({ source, target, format, mostPixels }: PictureTask): Promise<PictureResult> {
  const options = { animated: format === 'gif' || format === 'webp', failOn: 'truncated' } as const;
  try {
    const head = await sharp(source, { ...options, limitInputPixels: false }).metadata();
    const { width, height, pageHeight = height, pages = 1 } = head;
    const pixels = width * pageHeight * pages;
    if (pixels > mostPixels) return { problem: 'large' };
    if (width < LEAST_EDGE || pageHeight < LEAST_EDGE) return { problem: 'small' };
    if (pixels > PIXELS_OF_ANY + MOST_PIXELS_OF_BYTE * (await stat(source)).size) return { problem: 'damaged' };
    const picture = sharp(source, { ...options, limitInputPixels: mostPixels });
    const { size } = await WRITERS[format](picture.autoOrient()).toFile(target);
    const copy = await open(target, 'r+');
    await copy.sync().finally(() => copy.close());
    return { bytes: size };
  } catch (error) {
    if (isNoSpace(error)) throw error;
    return { problem: 'damaged' };
  }
}

process.on('message', (task: PictureTask) => {
  const send = (answer: Answer<PictureResult>) => process.send?.(answer);
  rewrite(task).then(
    (result) => send({ result }),
    (error: unknown) => send({ failed: String(error) }),
  );
});
process.send?.('ready');
