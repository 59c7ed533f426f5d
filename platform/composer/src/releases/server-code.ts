import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { integrityOf, readReleaseFile } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { removeUnused } from './mirror';

export interface ServerCodeOptions {
  store: ReleaseStore;
  /** Where copies lie, so that a store that is lost takes no page along. */
  cacheDir: string;
}

/** Copies, and what was left of one that was being written. */
const COPY = /\.mjs(?:\.[\w-]+)?$/;

/** Removes copies of releases that are served no longer for a day. @param served also those that were until now */
export async function removeOldCopies(cacheDir: string, served: Iterable<ServerCode>): Promise<void> {
  const copies = (await readdir(cacheDir)).filter((name) => COPY.test(name));
  const used = [...served].map(({ id }) => `${id}.mjs`);
  await removeUnused(
    copies.map((name) => join(cacheDir, name)),
    new Set(used.map((name) => join(cacheDir, name))),
  );
}

/** The server entry of one release. Whoever runs it reads it here: it is held against the manifest every time. */
export class ServerCode {
  /** Unique to its bytes, and fit for a file's name. */
  readonly id: string;
  private readonly integrity: string;

  constructor(
    private readonly options: ServerCodeOptions,
    private readonly manifest: ReleaseManifest,
  ) {
    this.integrity = manifest.files[manifest.entry.node]?.integrity ?? '';
    const digest = this.integrity.slice(7, 23).replaceAll(/[^a-zA-Z0-9]/g, '');
    this.id = `${manifest.app}-${manifest.version}-${digest}`;
  }

  /**
   * From this machine's copy; where that is not the promised bytes, from the store, and the copy is written again.
   * @throws ReleaseError when the store has not the promised bytes either
   */
  async read(): Promise<string> {
    const copy = await readFile(this.file).catch(() => undefined);
    if (copy && integrityOf(copy) === this.integrity) return copy.toString();
    const bytes = await readReleaseFile(this.options.store, this.manifest, this.manifest.entry.node);
    // A full disk must not keep a page from its visitor.
    await this.keep(bytes).catch(() => undefined);
    return bytes.toString();
  }

  private get file(): string {
    return join(this.options.cacheDir, `${this.id}.mjs`);
  }

  private async keep(bytes: Buffer): Promise<void> {
    await mkdir(this.options.cacheDir, { recursive: true });
    const draft = `${this.file}.${randomUUID()}`;
    try {
      await writeFile(draft, bytes);
      await rename(draft, this.file);
    } finally {
      await rm(draft, { force: true });
    }
  }
}
