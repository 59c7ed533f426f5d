import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnComposer } from '../servers/own-composer';

/** The cookie that holds a visitor's bucket. */
const COOKIE = 'bucket';

/** A visitor's variant: the value of the browser's bucket cookie. */
export type Variant = string;

/** Request headers of a browser's navigation; those of `fetch` would name a script's request. */
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

const ask = ({ origin }: OwnComposer, variant: Variant | undefined, path: string) =>
  new Promise<{ text: string; variant: Variant | undefined }>((resolve, reject) => {
    const headers = { ...NAVIGATION, ...(variant && { cookie: `${COOKIE}=${variant}` }) };
    const asked = request(origin + path, { headers }, (response) => {
      const drawn = response.headers['set-cookie']?.find((line) => line.startsWith(`${COOKIE}=`));
      const givenVariant = drawn?.slice(COOKIE.length + 1).split(';')[0];
      textOf(response).then((text) => resolve({ text, variant: givenVariant ?? variant }), reject);
    });
    asked.once('error', reject).end();
  });

/** Returns the page's HTML for a visitor with this variant. */
export const pageFor = async (own: OwnComposer, variant: Variant, path = '/blog'): Promise<string> =>
  (await ask(own, variant, path)).text;

export const cookieOf = ({ origin }: OwnComposer, variant: Variant) => ({ name: COOKIE, value: variant, url: origin });

/** Time for the composer to pick up the canary, on a machine that three browsers share with it. */
const DRAWN_WITHIN_MS = 20_000;

/** Requests `/blog` as new visitors until `count` variants got a page with the text. @throws when 20 s are too short for that */
export async function variantsThatGet(own: OwnComposer, wanted: string, count: number): Promise<Variant[]> {
  const found: Variant[] = [];
  const deadline = Date.now() + DRAWN_WITHIN_MS;
  while (Date.now() < deadline) {
    const { text, variant } = await ask(own, undefined, '/blog');
    if (variant && text.includes(wanted)) found.push(variant);
    if (found.length === count) return found;
    await pause(10);
  }
  throw new Error(`${found.length} of ${count} new visitors got a page with "${wanted}".`);
}
