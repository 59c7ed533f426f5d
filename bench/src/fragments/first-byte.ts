import { Agent, get } from 'node:http';
import { median } from '../measure/line';

const VISITS = 60;
const WARM_VISITS = 30;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds from the request to the first byte of the answer, over a connection that is open. */
const firstByte = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent }, (response) => {
      const ms = performance.now() - began;
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(ms) : reject(new Error(`${url}: ${response.statusCode}`)),
      );
      response.resume();
    }).on('error', reject);
  });

/** Medians of the first byte, in ms. The addresses take turns. @param pages give the address of each visit */
export async function firstBytes<Name extends string>(
  pages: Record<Name, (visit: number) => string>,
): Promise<Record<Name, number>> {
  const names = Object.keys(pages) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let visit = 0; visit < WARM_VISITS + VISITS; visit += 1) {
    for (const name of names) {
      const ms = await firstByte(pages[name](visit));
      if (visit >= WARM_VISITS) times.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}
