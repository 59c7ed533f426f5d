import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type ReleaseManifest, releaseFilePath } from '@wholepage/contracts/release';
import { ReleaseError } from '@wholepage/releases/errors';
import { integrityOf } from '@wholepage/releases/integrity';
import { readReleaseFile } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../http/response/negotiation';

const FORMS = {
  br: { extension: '.br', decode: promisify(brotliDecompress) },
  gzip: { extension: '.gz', decode: promisify(gunzip) },
};

const CACHE_BYTES = 48 * 1024 * 1024;

/** Encodings in which a file lies in the store. */
export function encodingsOf({ files }: ReleaseManifest, file: string): Encoding[] {
  const { brotli, gzip } = files[file] ?? {};
  return [...(brotli ? (['br'] as const) : []), ...(gzip ? (['gzip'] as const) : []), 'identity'];
}

/**
 * Bytes of released files as they are sent: compressed ones as the build left them. What is stored is what the manifest
 * promised; a compressed form is, when it unpacks to that.
 */
export class FileBodies {
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.length + 500,
  });
  private readonly reading = new Map<string, Promise<Buffer>>();

  constructor(private readonly store: ReleaseStore) {}

  /** @throws ReleaseError when it cannot be read or is not what was published */
  async get(manifest: ReleaseManifest, file: string, encoding: Encoding): Promise<Buffer> {
    const key = `${manifest.files[file]?.integrity} ${encoding}`;
    const kept = this.kept.get(key);
    if (kept) return kept;
    const running = this.reading.get(key);
    if (running) return running;
    const reading = this.read(manifest, file, encoding).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    const body = await reading;
    this.kept.set(key, body);
    return body;
  }

  private async read(manifest: ReleaseManifest, file: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return readReleaseFile(this.store, manifest, file);
    const { extension, decode } = FORMS[encoding];
    const promised = manifest.files[file];
    const body = await this.store.read(releaseFilePath(manifest, file) + extension);
    const unpacked = await decode(body, { maxOutputLength: promised?.bytes ?? 1 }).catch(() => undefined);
    if (!unpacked || integrityOf(unpacked) !== promised?.integrity) {
      throw new ReleaseError(`${manifest.app} ${manifest.version}: ${file}${extension} is not what was published.`);
    }
    return body;
  }
}
