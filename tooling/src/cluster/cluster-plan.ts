import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../run/free-port';

export type NodeKind = 'composer' | 'api' | 'jobs';

/** A server of ours: as on a machine of its own, with a data folder that no other one sees. */
export interface PlannedNode {
  name: string;
  kind: NodeKind;
  port: number;
  dataDir: string;
}

const COUNTS: Readonly<Record<NodeKind, number>> = { api: 2, jobs: 1, composer: 3 };

/** @param folder below which each has its data folder */
export async function planNodes(folder: string): Promise<PlannedNode[]> {
  const nodes: PlannedNode[] = [];
  for (const [kind, count] of Object.entries(COUNTS) as [NodeKind, number][]) {
    for (let index = 1; index <= count; index += 1) {
      const name = count === 1 ? kind : `${kind}-${index}`;
      nodes.push({ name, kind, port: await freePort(), dataDir: join(folder, name) });
    }
  }
  return nodes;
}

/** What all of them share: where it is, and how to get in. */
export interface SharedPlaces {
  siteOrigin: string;
  apiOrigin: string;
  databaseUrl: string;
  smtpUrl: string;
  s3Endpoint: string;
  sandboxPort: number;
  /** Public keys of the releases, as `RELEASE_KEYS` takes them. */
  releaseKeys: string;
}

export const BUCKET = 'site';

/** What the AWS SDK and the stores need to reach the S3 of the cluster. */
export const s3Settings = (endpoint: string): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'cluster',
  AWS_SECRET_ACCESS_KEY: 'cluster',
  RELEASES_URL: `s3://${BUCKET}/releases`,
  UPLOADS_URL: `s3://${BUCKET}/uploads`,
});

/** Keys of a payment account that lives as long as the cluster. */
export const paymentKeys = (): Record<string, string> => ({
  PAYMENT_KEY_ID: 'rzp_test_cluster',
  PAYMENT_KEY_SECRET: randomBytes(12).toString('hex'),
  PAYMENT_WEBHOOK_SECRET: randomBytes(12).toString('hex'),
});

/** Settings of every server, as a production's environment file has them. */
export const sharedSettings = (places: SharedPlaces): Record<string, string> => ({
  NODE_ENV: 'production',
  DRAIN_MS: '1500',
  ...s3Settings(places.s3Endpoint),
  RELEASE_KEYS: places.releaseKeys,
  SITE_ORIGIN: places.siteOrigin,
  SITE_ORIGINS: places.siteOrigin,
  API_ORIGIN: places.apiOrigin,
  API_HOST: '127.0.0.1',
  HOST: '127.0.0.1',
  BEHIND_PROXY: '1',
  RENDER_WORKERS: '1',
  DATABASE_URL: places.databaseUrl,
  DATABASE_POOL: '8',
  SMTP_URL: places.smtpUrl,
  PAYMENT_API_ORIGIN: `http://127.0.0.1:${places.sandboxPort}`,
  PAYMENT_CHECKOUT_URL: `http://localhost:${places.sandboxPort}/checkout.js`,
});

/** Settings of one server beside the shared ones. */
export const ownSettings = ({ kind, port, dataDir }: PlannedNode): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(kind === 'composer'
    ? { PORT: String(port) }
    : { API_PORT: String(port), API_ROLE: kind === 'jobs' ? 'jobs' : 'web' }),
});
