import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FileStore } from './file-store';

const compress = promisify(brotliCompress);

/** More than a list of posts shows at once, of some kB each. */
const KEPT_FILES = 100;
/** A larger one would keep a processor busy for a second. */
const LARGEST_BYTES = 100_000;

/**
 * Files that never change, as small as brotli makes them. A drawing takes 20 to 100 ms of a processor, so each is
 * compressed once. What was asked for first is forgotten first.
 */
export class BrotliOnce {
  private readonly kept = new Map<string, Promise<Buffer | undefined>>();

  constructor(private readonly files: Pick<FileStore, 'read'>) {}

  /** @returns undefined when there is no such file, or it is large */
  get(path: string): Promise<Buffer | undefined> {
    const known = this.kept.get(path);
    if (known) return known;
    const [oldest] = this.kept.keys();
    if (oldest && this.kept.size >= KEPT_FILES) this.kept.delete(oldest);
    const making = this.make(path);
    this.kept.set(path, making);
    const forget = () => this.kept.delete(path);
    making.then((made) => made ?? forget(), forget);
    return making;
  }

  private async make(path: string): Promise<Buffer | undefined> {
    const found = await this.files.read(path);
    if (!found || found.bytes > LARGEST_BYTES) {
      found?.stream.destroy();
      return undefined;
    }
    return compress(await buffer(found.stream));
  }
}
