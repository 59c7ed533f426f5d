import { strToU8, zipSync } from 'fflate';
import { type TypedRelease, typeFiles } from './release-types';

/** The first day that the format can name: the same types make the same bytes. */
const ALWAYS = '1980-01-01T12:00:00';

/** `@mf-types.zip` of a release, as plugins of Module Federation unpack it beside a host's sources. */
export const typesZip = (release: TypedRelease): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(typeFiles(release)).map(([name, text]) => [name, strToU8(text)])), {
    mtime: ALWAYS,
    level: 9,
  });
