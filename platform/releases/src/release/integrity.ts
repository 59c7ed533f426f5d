import { createHash } from 'node:crypto';

/** `sha384-…` of a file's bytes, or of a text's in UTF-8, as the browser's `integrity` attribute wants it. */
export const integrityOf = (bytes: Buffer | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
