import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * How Node runs the API. What a request needs is garbage when it is answered, and goes soon where the young generation is
 * small and V8 prefers memory to speed: 128 MB when it is started and 172 at most under 200 uploads, where 8 MB for the
 * young generation alone came to 148 and 242. Enquiries are bound by PostgreSQL either way (docs/enquiries.md).
 */
export const apiArguments = (): string[] => [
  '--max-semi-space-size=2',
  '--optimize-for-size',
  join(packageDir('api'), 'dist', 'server.mjs'),
];
