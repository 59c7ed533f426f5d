import type { Share } from '@wholepage/contracts/release';

/** `"react-dom":[{version:"19.3.1",get:…,shareConfig:{…requiredVersion:"^19.0.0"…}}]` */
const SHARE =
  /["'`]?(@?[\w./-]+)["'`]?\s*:\s*\[\{\s*version:\s*["'`]([^"'`]+)["'`][\s\S]*?requiredVersion:\s*["'`]([^"'`]+)["'`]/g;

/** What a federation entry shares, read from the entry itself: what ships counts, not what was meant. */
export const sharesIn = (script: string): Share[] =>
  [...script.matchAll(SHARE)].map(([, name = '', version = '', range = '']) => ({ name, version, range }));
