import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../errors';
import { fromDisk } from '../../files/open-files';
import { FILE_FOLDERS } from '../format';
import { type FilePlaces, storeOf } from '../places';

interface Restored {
  name: string;
  draft: string;
  handle: FileHandle;
  hash: Hash;
}

/** Puts the files of a back-up where they belong, one after the other, each when it is whole. */
export class FileRestorer {
  files = 0;
  private current: Restored | undefined;

  constructor(private readonly places: FilePlaces) {}

  async begin(name: string): Promise<void> {
    const [folder = '', file = '', ...more] = name.split('/');
    if (!FILE_FOLDERS.some((known) => known === folder) || file === '' || file.startsWith('.') || more.length > 0)
      throw new StartError(`The back-up names a file outside of its folders (${name}); it is not one of ours.`);
    const store = storeOf(this.places, folder);
    const there = await store.read(name);
    there?.stream.destroy();
    if (there) throw new StartError(`${store.locate(name)} is there already; restore into an empty place.`);
    await mkdir(this.places.dataDir, { recursive: true, mode: 0o700 });
    const draft = path.join(this.places.dataDir, `.restored-${randomUUID()}`);
    this.current = { name, draft, handle: await open(draft, 'wx', 0o600), hash: createHash('sha256') };
  }

  async write(bytes: Buffer): Promise<void> {
    this.current?.hash.update(bytes);
    await this.current?.handle.write(bytes);
  }

  /** @throws StartError when the bytes are not those that were saved */
  async end(sha256: string): Promise<void> {
    const { current } = this;
    if (!current) return;
    await this.leave(async () => {
      const { name, draft, hash } = current;
      if (hash.digest('hex') !== sha256) throw new StartError(`The file ${name} of the back-up is damaged.`);
      const store = storeOf(this.places, name.split('/')[0] ?? '');
      await store.write(name, await fromDisk(draft, 'application/octet-stream'));
    });
    this.files += 1;
  }

  abort(): Promise<void> {
    return this.leave();
  }

  /** Closes the draft, lets it be used, and removes it. */
  private async leave(use: () => Promise<void> = async () => undefined): Promise<void> {
    const { current } = this;
    this.current = undefined;
    if (!current) return;
    await current.handle.close();
    try {
      await use();
    } finally {
      await rm(current.draft, { force: true });
    }
  }
}
