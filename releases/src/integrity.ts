import { createHash } from 'node:crypto';

/** `sha384-…`, as the browser's `integrity` attribute wants it. */
export const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
