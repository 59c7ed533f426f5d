import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors';
import { FILE_FOLDERS } from './format';

/** Writes the files of a back-up, one after the other. */
export class FileRestorer {
  files = 0;
  private current: { handle: FileHandle; hash: Hash; name: string } | undefined;

  constructor(private readonly dataDir: string) {}

  async begin(name: string): Promise<void> {
    const [folder = '', file = '', ...more] = name.split('/');
    if (!FILE_FOLDERS.some((known) => known === folder) || file === '' || file.startsWith('.') || more.length > 0)
      throw new StartError(`The back-up names a file outside of its folders (${name}); it is not one of ours.`);
    await mkdir(path.join(this.dataDir, folder), { recursive: true, mode: 0o700 });
    const handle = await open(path.join(this.dataDir, folder, file), 'wx', 0o600);
    this.current = { handle, hash: createHash('sha256'), name };
  }

  async write(bytes: Buffer): Promise<void> {
    this.current?.hash.update(bytes);
    await this.current?.handle.write(bytes);
  }

  /** @throws StartError when the bytes are not those that were saved */
  async end(sha256: string): Promise<void> {
    if (!this.current) return;
    const { handle, hash, name } = this.current;
    this.current = undefined;
    await handle.sync();
    await handle.close();
    this.files += 1;
    if (hash.digest('hex') !== sha256) throw new StartError(`The file ${name} of the back-up is damaged.`);
  }

  async abort(): Promise<void> {
    await this.current?.handle.close();
  }
}
