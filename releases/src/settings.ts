import { isAbsolute, join } from 'node:path';
import { ROOT } from 'tooling/paths';
import { ReleaseError } from './errors';

/** The folder that releases are published to: `RELEASES_URL` when it is a folder, else `{DATA_DIR}/releases`. */
export function storeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const place = env['RELEASES_URL'] || join(env['DATA_DIR'] || 'var', 'releases');
  if (/^https?:/.test(place)) {
    throw new ReleaseError(
      'RELEASES_URL names an address, which can only be read. Publish to its folder, then copy that.',
    );
  }
  return isAbsolute(place) ? place : join(ROOT, place);
}
