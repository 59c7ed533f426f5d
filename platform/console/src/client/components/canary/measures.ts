import type { Measure } from '@wholepage/releases/canary/judge';

/** What the judge measures, for people. */
export const MEASURES: Readonly<Record<Measure, string>> = {
  failed: 'Failures',
  silent: 'Nothing heard',
  lcp: 'LCP',
  inp: 'INP',
};
