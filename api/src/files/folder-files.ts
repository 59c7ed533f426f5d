import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

let drafts = 0;

/** A folder, of this machine or mounted by several. */
export function folderFiles(root: string): FileStore {
  const at = (file: string) => path.join(root, file);

  return {
    locate: at,
    async write(file, source) {
      const target = at(file);
      const folder = path.dirname(target);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      drafts += 1;
      const draft = path.join(folder, `.${path.basename(file)}.${process.pid}-${drafts}`);
      try {
        await pipeline(source.open(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(draft, target);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(file) {
      const known = await stat(at(file)).catch(() => undefined);
      return known?.isFile() ? { stream: createReadStream(at(file)), bytes: known.size } : undefined;
    },
    async remove(file) {
      try {
        await rm(at(file));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async move(from, to) {
      await mkdir(path.dirname(at(to)), { recursive: true, mode: 0o700 });
      await rename(at(from), at(to));
    },
    async *list(folder) {
      for (const entry of await readdir(at(folder), { withFileTypes: true }).catch(() => [])) {
        if (!entry.isFile()) continue;
        const known = await stat(path.join(at(folder), entry.name)).catch(() => undefined);
        if (known) yield { name: entry.name, bytes: known.size, modifiedAt: known.mtime };
      }
    },
    async folders(folder) {
      const entries = await readdir(at(folder), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
  };
}
