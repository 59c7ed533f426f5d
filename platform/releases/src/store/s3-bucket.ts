import type { ListObjectsV2CommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';

/** A store that answers later than this is as good as down. */
const ANSWER_MS = 5_000;

/** `s3://bucket/prefix` */
const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Loaded when it is needed: most sites use a folder, and the SDK is large. */
const loadSdk = (): Promise<Sdk> => import('@aws-sdk/client-s3');

/** A bucket of S3, or of what speaks its language, below a prefix. */
export interface S3Bucket {
  name: string;
  /** Prefix of all keys, with a slash at its end; empty without one. */
  root: string;
  /** Bucket and key of a path, as commands take them. */
  at(path: string): { Bucket: string; Key: string };
  service(): Promise<{ sdk: Sdk; client: S3Client }>;
  /** Pages of a listing. @param Delimiter `/` for names directly within a folder @param failed the error to throw */
  pages(
    Prefix: string,
    failed: (cause: unknown) => Error,
    Delimiter?: '/',
  ): AsyncGenerator<ListObjectsV2CommandOutput, void>;
}

/** HTTP status of what the SDK threw; undefined where there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const isMissing = (error: unknown): boolean => statusOf(error) === 404;

/**
 * Credentials and region are found as the SDK finds them.
 * @param endpoint another service's address; empty for AWS
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
      requestHandler: { requestTimeout: ANSWER_MS, connectionTimeout: ANSWER_MS },
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
