import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder: relative places are meant from there. */
const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const at = (place: string): string => (isAbsolute(place) ? place : join(ROOT, place));

/** The store that releases are published to: `RELEASES_URL`, else `{DATA_DIR}/releases`. */
export function storePlace(env: NodeJS.ProcessEnv = process.env): string {
  const place = env['RELEASES_URL'] || join(env['DATA_DIR'] || 'var', 'releases');
  return /^[a-z0-9]+:\/\//.test(place) ? place : at(place);
}

/** Who takes a step, for the history. */
export const releasedBy = (env: NodeJS.ProcessEnv = process.env): string => env['RELEASED_BY'] || userInfo().username;
