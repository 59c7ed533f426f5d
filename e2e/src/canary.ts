import { setTimeout as pause } from 'node:timers/promises';
import type { OwnComposer } from './own-composer';

/** The cookie that holds a visitor's draw. */
const COOKIE = 'side';
const DRAWS = 10_000;

/** The page as a visitor with this draw gets it. */
export const pageFor = async ({ origin }: OwnComposer, draw: number, path = '/blog'): Promise<string> =>
  (await fetch(origin + path, { headers: { cookie: `${COOKIE}=${draw}` } })).text();

export const cookieOf = ({ origin }: OwnComposer, draw: number) => ({
  name: COOKIE,
  value: String(draw),
  url: origin,
});

/** Three browsers share the machine with the composer that is to take the canary over. */
const DRAWN_WITHIN_MS = 20_000;

/** Draws whose pages hold a text, so many, asked for until there are. @throws when there are none */
export async function drawsThatGet(own: OwnComposer, text: string, count: number): Promise<number[]> {
  const found: number[] = [];
  const deadline = Date.now() + DRAWN_WITHIN_MS;
  for (let draw = 0; Date.now() < deadline; draw = (draw + 173) % DRAWS) {
    if ((await pageFor(own, draw)).includes(text)) found.push(draw);
    if (found.length === count) return found;
    await pause(10);
  }
  throw new Error(`Nobody gets a page with "${text}".`);
}
