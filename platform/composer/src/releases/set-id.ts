import { createHash } from 'node:crypto';
import type { ReleaseSet } from './release-set';

/** Differs whenever any release does. */
export const setId = (apps: ReleaseSet['apps']): string => {
  const versions = Object.entries(apps).map(
    ([app, { manifest, devOrigin, isFramed }]) => `${app} ${devOrigin ?? manifest.version}${isFramed ? ' framed' : ''}`,
  );
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex').slice(0, 16);
};
