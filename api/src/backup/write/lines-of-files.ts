import { createHash } from 'node:crypto';
import type { FileStore } from '../../files/file-store';
import { FILE_FOLDERS, type Line } from '../format';
import { type FilePlaces, storeOf } from '../places';

const PIECE_BYTES = 192 * 1024;

/** Nothing of a file that was removed meanwhile: its row is gone, too. */
export async function* linesOfFile(store: FileStore, file: string): AsyncGenerator<Line> {
  const found = await store.read(file);
  if (!found) return;
  const hash = createHash('sha256');
  yield { kind: 'file', path: file };
  for await (const piece of found.stream) {
    hash.update(piece);
    for (let at = 0; at < piece.length; at += PIECE_BYTES)
      yield { kind: 'bytes', base64: (piece as Buffer).subarray(at, at + PIECE_BYTES).toString('base64') };
  }
  yield { kind: 'file-end', sha256: hash.digest('hex') };
}

/** A name that begins with a dot, or ends so, is a file that is being written. */
const isDraft = (name: string): boolean => name.startsWith('.') || name.endsWith('.part');

/** Every whole file that belongs to a back-up. */
export async function* filesIn(places: FilePlaces): AsyncGenerator<{ store: FileStore; file: string }> {
  for (const folder of FILE_FOLDERS) {
    const store = storeOf(places, folder);
    for await (const { name } of store.list(folder)) if (!isDraft(name)) yield { store, file: `${folder}/${name}` };
  }
}
