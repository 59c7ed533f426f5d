/** What a federation entry shares, read from the entry itself: what ships counts, not what was meant. */
export interface Share {
  name: string;
  /** The version it was built with, and brings along. */
  version: string;
  /** The range in which it takes another's. */
  range: string;
}

/** `"react-dom":[{version:"19.3.1",get:…,shareConfig:{…requiredVersion:"^19.0.0"…}}]` */
const SHARE =
  /["'`]?(@?[\w./-]+)["'`]?\s*:\s*\[\{\s*version:\s*["'`]([^"'`]+)["'`][\s\S]*?requiredVersion:\s*["'`]([^"'`]+)["'`]/g;

export const sharesIn = (script: string): Share[] =>
  [...script.matchAll(SHARE)].map(([, name = '', version = '', range = '']) => ({ name, version, range }));
