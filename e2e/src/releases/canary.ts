import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnComposer } from '../servers/own-composer';

/** The cookie that holds a visitor's draw. */
const COOKIE = 'side';

/** A side as a browser keeps it: the value of its cookie. */
export type Side = string;

/** What a browser says of an address that somebody goes to; `fetch` would say that a script asks. */
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

const ask = ({ origin }: OwnComposer, side: Side | undefined, path: string) =>
  new Promise<{ text: string; side: Side | undefined }>((resolve, reject) => {
    const headers = { ...NAVIGATION, ...(side && { cookie: `${COOKIE}=${side}` }) };
    const asked = request(origin + path, { headers }, (response) => {
      const drawn = response.headers['set-cookie']?.find((line) => line.startsWith(`${COOKIE}=`));
      const drawnSide = drawn?.slice(COOKIE.length + 1).split(';')[0];
      textOf(response).then((text) => resolve({ text, side: drawnSide ?? side }), reject);
    });
    asked.once('error', reject).end();
  });

/** The page as a visitor with this side gets it. */
export const pageFor = async (own: OwnComposer, side: Side, path = '/blog'): Promise<string> =>
  (await ask(own, side, path)).text;

export const cookieOf = ({ origin }: OwnComposer, side: Side) => ({ name: COOKIE, value: side, url: origin });

/** Three browsers share the machine with the composer that is to take the canary over. */
const DRAWN_WITHIN_MS = 20_000;

/** Sides whose pages hold a text, so many, drawn until there are. @throws when there are none */
export async function sidesThatGet(own: OwnComposer, wanted: string, count: number): Promise<Side[]> {
  const found: Side[] = [];
  const deadline = Date.now() + DRAWN_WITHIN_MS;
  while (Date.now() < deadline) {
    const { text, side } = await ask(own, undefined, '/blog');
    if (side && text.includes(wanted)) found.push(side);
    if (found.length === count) return found;
    await pause(10);
  }
  throw new Error(`Nobody gets a page with "${wanted}".`);
}
