import type { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { ReleaseError } from '../errors';
import type { Trust } from '../trust/trust';
import { type StoredFile, type WritableStore, wholeFile } from './store';

/** Timeout after which a store counts as down. */
const ANSWER_MS = 5_000;

/** `s3://bucket/prefix` */
const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/?$/;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Loads the SDK on demand: it is large, and most sites use a folder. */
const loadSdk = (): Promise<Sdk> => import('@aws-sdk/client-s3');

/** A bucket of S3 or a compatible service, below a prefix. */
interface S3Bucket {
  name: string;
  /** Prefix of all keys, with a trailing slash; empty for none. */
  root: string;
  /** Returns bucket and key of a path, for commands. */
  at(path: string): { Bucket: string; Key: string };
  service(): Promise<{ sdk: Sdk; client: S3Client }>;
  /** Yields the pages of a listing. @param Delimiter `/` for names within a folder @param failed makes the error */
  pages(
    Prefix: string,
    failed: (cause: unknown) => Error,
    Delimiter?: '/',
  ): AsyncGenerator<ListObjectsV2CommandOutput, void>;
}

/** Returns the HTTP status of the SDK's error; undefined without a response. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const isMissing = (error: unknown): boolean => statusOf(error) === 404;

/**
 * Opens a bucket. The SDK finds credentials and region.
 * @param endpoint address of a compatible service; empty for AWS
 * @returns undefined when the place names no bucket
 */
export function s3Bucket(place: string, endpoint: string, more: S3ClientConfig = {}): S3Bucket | undefined {
  const [, Bucket, prefix] = PLACE.exec(place) ?? [];
  if (!Bucket) return undefined;
  const root = prefix ? `${prefix}/` : '';
  const connect = async (): Promise<{ sdk: Sdk; client: S3Client }> => {
    const sdk = await loadSdk();
    const client = new sdk.S3Client({
      maxAttempts: 3,
      // The SDK's `requestTimeout` only warns, and covers only the first byte of a response.
      requestHandler: { socketTimeout: ANSWER_MS, connectionTimeout: ANSWER_MS },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...more,
    });
    return { sdk, client };
  };
  let connected: ReturnType<typeof connect> | undefined;
  const service = () => {
    connected ??= connect();
    return connected;
  };
  return {
    name: Bucket,
    root,
    at: (path) => ({ Bucket, Key: root + path }),
    service,
    async *pages(Prefix, failed, Delimiter) {
      const { sdk, client } = await service();
      let ContinuationToken: string | undefined;
      do {
        const asked = {
          Bucket,
          Prefix,
          ...(Delimiter && { Delimiter }),
          ...(ContinuationToken && { ContinuationToken }),
        };
        const page = await client.send(new sdk.ListObjectsV2Command(asked)).catch((error: unknown) => {
          throw failed(error);
        });
        yield page;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

const POLL_MS = 500;
/** Concurrent reads, which wait for the network. */
const READS_AT_ONCE = 16;
/** Statuses of a lost race: a failed condition (412), or concurrent writers (409). */
const LOST_RACE = new Set([409, 412]);

const reasonOf = (error: unknown): string => {
  const status = statusOf(error);
  if (status && status >= 400) return `status ${status}`;
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? `nothing came from it for ${ANSWER_MS / 1_000} s` : error.message;
};

/**
 * Returns a store in a bucket of S3 or a compatible service. The SDK finds credentials and region.
 * @param endpoint address of a compatible service; empty for AWS
 * @throws ReleaseError when the place names no bucket
 */
export function s3Store(place: string, trust: Trust, endpoint: string): WritableStore {
  const bucket = s3Bucket(place, endpoint);
  if (!bucket) throw new ReleaseError(`RELEASES_URL: ${place} is not a bucket, such as s3://bucket/prefix.`);
  const { root, at, service } = bucket;
  const failed = (path: string, cause: unknown, what: string) =>
    new ReleaseError(`${path || 'The whole'} cannot be ${what} ${place}: ${reasonOf(cause)}.`, {
      cause,
      refusal: 'store',
    });

  const find: WritableStore['find'] = async (path) => {
    try {
      const { sdk, client } = await service();
      const { Body, ETag, ContentLength } = await client.send(new sdk.GetObjectCommand(at(path)));
      const bytes = await wholeFile((Body as Readable | undefined) ?? [], ContentLength);
      return { bytes, revision: ETag ?? '' };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw failed(path, error, 'read from');
    }
  };

  /** Writes conditionally. @returns false when the condition failed */
  const put = async (path: string, bytes: Buffer, condition: { IfMatch?: string; IfNoneMatch?: string }) => {
    try {
      const { sdk, client } = await service();
      await client.send(
        new sdk.PutObjectCommand({ ...at(path), Body: bytes, ContentLength: bytes.length, ...condition }),
      );
      return true;
    } catch (error) {
      if (!LOST_RACE.has(statusOf(error) ?? 0) && !(condition.IfMatch && isMissing(error)))
        throw failed(path, error, 'written to');
      // After a lost response the next attempt meets what the first one wrote.
      const { attempts = 1 } = (error as { $metadata?: { attempts?: number } }).$metadata ?? {};
      return attempts > 1 && (await find(path))?.bytes.equals(bytes) === true;
    }
  };

  const pages = (folder: string, delimiter?: '/') =>
    bucket.pages(folder ? `${root}${folder}/` : root, (cause) => failed(folder, cause, 'listed in'), delimiter);

  return {
    place,
    trust,
    pollMs: POLL_MS,
    readsAtOnce: READS_AT_ONCE,
    find,
    async read(path) {
      const found = await find(path);
      if (!found) throw new ReleaseError(`${path} is not in ${place}.`);
      return found.bytes;
    },
    async revision(path) {
      const { sdk, client } = await service();
      const found = await client.send(new sdk.HeadObjectCommand(at(path))).catch(() => undefined);
      return found?.ETag;
    },
    replace: (path, bytes, revision) =>
      put(path, bytes, revision === undefined ? { IfNoneMatch: '*' } : { IfMatch: revision }),
    create: (path, bytes) => put(path, bytes, { IfNoneMatch: '*' }),
    async names(folder) {
      const length = root.length + (folder ? folder.length + 1 : 0);
      const names: string[] = [];
      for await (const { CommonPrefixes = [], Contents = [] } of pages(folder, '/')) {
        const keys = [...CommonPrefixes.map(({ Prefix }) => Prefix), ...Contents.map(({ Key }) => Key)];
        names.push(...keys.map((key = '') => key.slice(length).replace(/\/$/, '')));
      }
      return names.sort();
    },
    async *list(folder) {
      for await (const { Contents = [] } of pages(folder)) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
          yield { path: Key.slice(root.length), bytes: Size, modifiedAt: LastModified } satisfies StoredFile;
        }
      }
    },
    async remove(path) {
      const { sdk, client } = await service();
      await client.send(new sdk.DeleteObjectCommand(at(path))).catch((error: unknown) => {
        throw failed(path, error, 'removed from');
      });
    },
  };
}
