import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { UPLOAD_TYPES, UPLOAD_TYPES_SENTENCE } from '../../wire/forms';
import { confine, type Limits } from '../confined/confine';
import type { CleanFormat, PictureResult, PictureTask } from '../confined/picture';
import { RefusedError } from '../errors';

type MediaType = (typeof UPLOAD_TYPES)[number];

interface FileKind {
  extension: string;
  /** First bytes of such a file. */
  signature: RegExp;
  /** Format in which a picture is re-encoded; a PDF stays unchanged. */
  format?: CleanFormat;
}

/**
 * Accepted kinds; SVG and HTML may hold scripts, and are refused. The signature is only a first check: a file that
 * merely begins like a picture is refused when it cannot be decoded.
 */
const FILE_KINDS: Readonly<Record<MediaType, FileKind>> = {
  'image/jpeg': { extension: 'jpg', signature: /^\xff\xd8\xff/, format: 'jpeg' },
  'image/png': { extension: 'png', signature: /^\x89PNG\r\n\cZ\n/, format: 'png' },
  'image/gif': { extension: 'gif', signature: /^GIF8[79]a/, format: 'gif' },
  'image/webp': { extension: 'webp', signature: /^RIFF....WEBP/s, format: 'webp' },
  'application/pdf': { extension: 'pdf', signature: /^%PDF-\d\.\d/ },
};

/** Bytes at the start of a file that determine its kind. */
const HEAD_BYTES = 16;

/** Returns a file's kind by its bytes; its name and the browser's media type do not count. */
const fileKindOf = (head: Buffer) => {
  const start = head.toString('latin1', 0, HEAD_BYTES);
  const mediaType = UPLOAD_TYPES.find((type) => FILE_KINDS[type].signature.test(start));
  return mediaType && { mediaType, ...FILE_KINDS[mediaType] };
};

/** Hashes a stream, and determines its kind from the first bytes. A refused file is read and dropped. */
export class Inspector {
  kind: ReturnType<typeof fileKindOf>;
  bytes = 0;
  readonly hash = createHash('sha256');

  async *inspect(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    /** Buffered until the kind is known. */
    let head: Buffer | undefined = Buffer.alloc(0);
    for await (const chunk of file) {
      this.bytes += chunk.length;
      this.hash.update(chunk);
      if (!head && this.kind) yield chunk;
      if (!head) continue;
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      this.kind = fileKindOf(head);
      if (this.kind) yield head;
      head = undefined;
    }
    if (head) this.kind = fileKindOf(head);
    if (head && this.kind) yield head;
  }
}

/** Most pixels, as of the largest phone cameras. Decoding needs three or four bytes a pixel. */
export const MOST_PIXELS = 50_000_000;

const REFUSALS = {
  damaged: `This picture is damaged. ${UPLOAD_TYPES_SENTENCE}`,
  large: `This picture has more than ${MOST_PIXELS / 1_000_000} million pixels. Please choose a smaller one.`,
  small: 'This picture is too small to show anything. Please choose a larger one.',
  fine: 'This picture has too much fine detail.',
} as const;

/** Limits of decoding: two at a time because of memory. A photograph of 50 million pixels takes 2 s. */
export const PICTURE_LIMITS: Limits = {
  places: 2,
  mostMs: 12_000,
  mostMsOfGroup: 20_000,
  heapMb: 64,
  mostMb: 900,
  tooMuch: 'This picture takes too long to be read. Please choose a smaller one.',
};
/** Decodes pictures of visitors and writers in confined processes. */
export const decoded = confine<PictureTask, PictureResult>('picture', PICTURE_LIMITS);

/**
 * Re-encodes a picture without metadata. @returns size of the copy in bytes
 * @param group network of the sender
 * @throws RefusedError 422 when it cannot be decoded completely, or is too large or too small
 */
export async function cleanPicture(
  source: string,
  target: string,
  format: CleanFormat,
  group: string,
): Promise<number> {
  const result = await decoded({ source, target, format, mostPixels: MOST_PIXELS }, group);
  if ('problem' in result) throw new RefusedError(422, REFUSALS[result.problem]);
  return result.bytes;
}

const BLOCK_BYTES = 4096;
const MARK = '%%EOF';

/** @throws RefusedError 422 when a PDF does not end with its end marker: truncated, or with appended data */
export async function requirePdfEnd(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  let text = '';
  let end = (await handle.stat()).size;
  // Some programs append whitespace, which is ignored.
  while (end > 0 && text.length < MARK.length) {
    const length = Math.min(BLOCK_BYTES, end);
    end -= length;
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end);
    text = (buffer.toString('latin1') + text).replace(/[\s\0]+$/, '');
  }
  if (text.endsWith(MARK)) return;
  const words =
    'This PDF did not arrive whole, or has something after its end. Please save it again, then choose it again.';
  throw new RefusedError(422, words);
}
