import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@wholepage/tooling/spawn';
import { fillInbox } from '../../api/bench/fill-inbox';
import { type OpenStaff, openStaff, startSite } from './servers';
import { inTurns, medianRatio, promised, type Value } from './values';
import { rateOf } from './wrk';

const ENQUIRIES = 100_000;
const CALLS = 200;
const SEEN = 10;
const LISTS = ['', '?page=2', '?status=answered', '?unread=true', '?sort=name&order=asc', '?status=spam'];
const SEARCHES = ['linen', 'ravi ram', 'guest4711@hotel803.example', 'மீனா', 'சீருடை', '98400', 'chef march', 'blaz'];

const PEOPLE = 5;
const THINKING_MS = 3_000;
/** Many short turns, because a shared machine changes its speed within seconds. */
const ROUNDS = 12;
const LOAD = { connections: 32, seconds: 4 };

export async function measureOffice(): Promise<Value[]> {
  const site = await startSite();
  await fillInbox(site.data, ENQUIRIES);
  const desk = deskAt(
    await openStaff('office', {
      DATA_DIR: site.data,
      SITE_ORIGIN: site.site,
      API_PRIVATE_PORT: String(site.apiPrivate),
      OFFICE_PORT: String(await freePort()),
    }),
  );
  const first = await p95(desk, LISTS);
  const search = await p95(
    desk,
    SEARCHES.map((words) => `?q=${encodeURIComponent(words)}`),
  );
  const seen = await slowestSeen(site.api, desk);
  const rate = () => rateOf(`${site.site}/courses`, LOAD);
  const { alone, beside } = await inTurns(ROUNDS, { alone: rate, beside: () => whilePeopleWork(desk, rate) });
  return [
    promised('first rows of 100,000 enquiries, p95', first, 'ms', '<', 300),
    promised('search in 100,000 enquiries, p95', search, 'ms', '<', 500),
    promised('a new enquiry is seen, slowest of ten', seen, 'ms', '<', 2_000),
    promised('rate of the public site while five people work', medianRatio(beside, alone), 'of without', '≥', 0.95),
  ];
}

async function p95(desk: Desk, queries: readonly string[]): Promise<number> {
  const ask = (turn: number): Promise<number> => desk.get(`/enquiries${queries[turn % queries.length]}`);
  for (let turn = 0; turn < queries.length; turn += 1) await ask(turn);
  const times: number[] = [];
  for (let turn = 0; turn < CALLS; turn += 1) times.push(await ask(turn));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Measures the longest time until an open screen is notified of a new enquiry, in milliseconds. */
async function slowestSeen(api: string, desk: Desk): Promise<number> {
  const left = new AbortController();
  const screen = new EventEmitter();
  const following = desk.follow(() => screen.emit('news'), left.signal);
  const next = () => once(screen, 'news');
  await next();
  let slowest = 0;
  for (let turn = 0; turn < SEEN; turn += 1) {
    const news = next();
    const began = performance.now();
    const email = `seen${turn}@hotel.example`;
    await fetch(`${api}/save_modal_form.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Meera', phone: '+91 98400 01973', email, message: 'Forty aprons, please.' }),
    });
    await news;
    slowest = Math.max(slowest, performance.now() - began);
  }
  left.abort();
  await following;
  return slowest;
}

/** Measures while five people read the inbox, open an enquiry, search, and pause in between. */
async function whilePeopleWork(desk: Desk, measure: () => Promise<number>): Promise<number> {
  const left = new AbortController();
  const work = async (turn: number): Promise<void> => {
    const following = desk.follow(() => undefined, left.signal);
    const { data } = await desk.read<{ data: { id: string }[] }>('/enquiries');
    await pause((turn * THINKING_MS) / PEOPLE);
    for (let at = turn; !left.signal.aborted; at += 1) {
      const paths = ['', `/${data[at % data.length]?.id}`, `?q=${SEARCHES[at % SEARCHES.length]}`];
      await desk.get(`/enquiries${paths[at % paths.length]}`);
      await pause(THINKING_MS, undefined, { signal: left.signal }).catch(() => undefined);
    }
    await following;
  };
  const people = Array.from({ length: PEOPLE }, (_one, turn) => work(turn));
  const measured = await measure();
  left.abort();
  await Promise.all(people);
  return measured;
}

type Desk = ReturnType<typeof deskAt>;

function deskAt({ origin, cookie }: OpenStaff) {
  const ask = async (path: string, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(`${origin}/office${path}`, { headers: { cookie }, ...(signal && { signal }) });
    if (!answer.ok) throw new Error(`The office answered ${answer.status} to ${path}.`);
    return answer;
  };
  return {
    /** Sends a request as the office's screens do. @returns milliseconds until the whole response has arrived */
    get: async (path: string): Promise<number> => {
      const began = performance.now();
      await (await ask(path)).arrayBuffer();
      return performance.now() - began;
    },
    read: async <T>(path: string) => (await (await ask(path)).json()) as T,
    follow: async (onNews: () => unknown, left: AbortSignal): Promise<void> => {
      const pieces = (await ask('/news/follow', left)).body?.pipeThrough(new TextDecoderStream());
      try {
        for await (const piece of pieces ?? []) if (piece.includes('data: ')) onNews();
      } catch (error) {
        if (!left.aborted) throw error;
      }
    },
  };
}
