import type { IncomingMessage } from 'node:http';
import type { BrowserFamily, Device } from '@wholepage/releases/digests/digest';

/** In this order: each names itself after those below it. */
const FAMILIES: readonly (readonly [RegExp, BrowserFamily])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Longer ones are nobody's. */
const LONGEST = 400;

/** Family of the browser and kind of the device, as far as headers tell; no more of either is kept. */
export function browserOf({ headers }: Pick<IncomingMessage, 'headers'>): { browser: BrowserFamily; device: Device } {
  const agent = (headers['user-agent'] ?? '').slice(0, LONGEST);
  const browser = FAMILIES.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other';
  const isPhone = headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(agent);
  return { browser, device: isPhone ? 'phone' : 'desktop' };
}
