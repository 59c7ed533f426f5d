import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { UPLOAD_TYPES_SENTENCE } from '../../../wire/enquiries';
import { RefusedError } from '../../errors';
import { MOST_PIXELS, requireSize } from './picture-size';

// Hundreds of uploads share the memory of one process: nothing is kept between pictures, and each is decoded by one thread.
sharp.cache(false);
sharp.concurrency(1);

const WRITERS = {
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (picture: Sharp) => picture.png(),
  gif: (picture: Sharp) => picture.gif(),
  webp: (picture: Sharp) => picture.webp({ quality: 92 }),
} as const;

export type CleanFormat = keyof typeof WRITERS;

const damaged = () => new RefusedError(422, `This picture is damaged. ${UPLOAD_TYPES_SENTENCE}`);

const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
};

/**
 * Decodes a picture and writes it again: upright as its camera was held, in sRGB, and with nothing else of what it
 * carried. Moving ones keep moving. @returns the size of the copy in bytes
 * @throws RefusedError 422 when it cannot be decoded to its end, or is too large or too small
 */
export async function cleanPicture(source: string, target: string, format: CleanFormat): Promise<number> {
  const options = {
    animated: format === 'gif' || format === 'webp',
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
  } as const;
  const metadata = await sharp(source, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged();
    });
  requireSize(metadata);
  const { size } = await WRITERS[format](sharp(source, options).autoOrient())
    .toFile(target)
    .catch((error: unknown) => {
      throw isNoSpace(error) ? error : damaged();
    });
  await syncFile(target);
  return size;
}

const isNoSpace = (error: unknown): boolean => error instanceof Error && /no space left|ENOSPC/i.test(error.message);
