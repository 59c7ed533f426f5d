import type { PlannedNode } from '../cluster-plan';
import { s3Settings } from './s3-settings';

/** What all of them share: where it is, and how to get in. */
export interface SharedPlaces {
  siteOrigin: string;
  apiOrigin: string;
  databaseUrl: string;
  smtpUrl: string;
  s3Endpoint: string;
  /** Who may release what, as `RELEASE_KEYS` takes it. */
  releaseKeys: string;
  /** File of the key by which composers stop and advance canaries. */
  composerStepKey: string;
}

/** Settings of every server, as a production's environment file has them. */
export const sharedSettings = (places: SharedPlaces): Record<string, string> => ({
  NODE_ENV: 'production',
  DRAIN_MS: '1500',
  ...s3Settings(places.s3Endpoint),
  RELEASE_KEYS: places.releaseKeys,
  STEP_SIGNING_KEY: places.composerStepKey,
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
});

/** Settings of one server beside the shared ones. */
export const ownSettings = ({ kind, port, privatePort, dataDir }: PlannedNode): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(kind === 'composer'
    ? { PORT: String(port), COMPOSER_PRIVATE_PORT: String(privatePort) }
    : {
        API_PORT: String(port),
        API_PRIVATE_PORT: String(privatePort),
        API_ROLE: kind === 'jobs' ? 'jobs' : 'web',
      }),
});
