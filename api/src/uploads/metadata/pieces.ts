import type { FileHandle } from 'node:fs/promises';
import { ApiError } from '../../errors';

/** The picture does not have the structure that its first bytes promise. */
export class DamagedImageError extends ApiError {
  override readonly name = 'DamagedImageError';
}

/** What a cleaned picture is made of: stretches of the file as it came (`end` excluded), and new bytes. */
export type Piece = { start: number; end: number } | Buffer;

const WINDOW = 64 * 1024;
/** Pictures of 10 MB need 40 000 looks at most (GIF in blocks of 255 bytes). Millions are made to keep a server busy. */
const MOST_LOOKS = 150_000;

/** Reads anywhere in a file while holding 64 kB of it, however large it is. */
export class FileWindow {
  private start = 0;
  private buffer = Buffer.alloc(0);
  private looks = 0;

  constructor(
    private readonly file: Pick<FileHandle, 'read'>,
    readonly size: number,
  ) {}

  /** @throws DamagedImageError when the file ends before `length` bytes */
  async bytes(at: number, length: number): Promise<Buffer> {
    const view = await this.from(at, length);
    if (view.length < length) throw new DamagedImageError('The file ends too early.');
    return view.subarray(0, length);
  }

  /** What is at hand from here on: at least `length` bytes, fewer at the end of the file. */
  async from(at: number, length = 1): Promise<Buffer> {
    this.looks += 1;
    if (this.looks > MOST_LOOKS) throw new DamagedImageError('The file is in too many pieces.');
    const offset = at - this.start;
    if (offset < 0 || offset + length > this.buffer.length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(Math.max(WINDOW, length), this.size - at)));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, at);
      this.start = at;
      this.buffer = buffer.subarray(0, bytesRead);
      return this.buffer;
    }
    return this.buffer.subarray(offset);
  }
}

/** Adds a stretch, joined to the one before when they touch. */
export const keep = (pieces: Piece[], start: number, end: number): void => {
  const last = pieces.at(-1);
  if (last && !Buffer.isBuffer(last) && last.end === start) last.end = end;
  else pieces.push({ start, end });
};
