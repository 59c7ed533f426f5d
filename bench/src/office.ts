import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@wholepage/tooling/spawn';
import { fillInbox } from '../../api/bench/fill-inbox';
import { asLine, type Line, median, type Value, writeRun } from './line';
import { type BenchSite, type OpenStaff, openStaff, startSite } from './servers';
import { wrk } from './wrk';

const ENQUIRIES = 100_000;
const CALLS = 200;
const SEEN = 10;
const GOALS = { first: 300, search: 500, seen: 2_000, ratio: 0.95 };
const LISTS = ['', '?page=2', '?status=answered', '?unread=true', '?sort=name&order=asc', '?status=spam'];
const SEARCHES = ['linen', 'ravi ram', 'guest4711@hotel803.example', 'மீனா', 'சீருடை', '98400', 'chef march', 'blaz'];

const PEOPLE = 5;
/** Between two things that a person does. */
const THINKING_MS = 3_000;
/** Short turns and many: a machine that others use changes its speed within seconds. */
const ROUNDS = 12;
const SECONDS = 4;
const CONNECTIONS = 32;

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

async function timesOf(desk: Desk, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) await desk.get(path);
  for (let turn = 0; turn < CALLS; turn += 1) times.push(await desk.get(paths[turn % paths.length] ?? ''));
  return times;
}

const enquire = (api: string, n: number): Promise<Response> =>
  fetch(`${api}/save_modal_form.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Meera',
      phone: '+91 98400 01973',
      email: `seen${n}@hotel.example`,
      message: 'Forty aprons, please.',
    }),
  });

/** How long until a screen that is open hears of a new enquiry. */
async function seenAfter({ api }: BenchSite, desk: Desk): Promise<number[]> {
  const left = new AbortController();
  let heard: () => void = () => undefined;
  const following = desk.follow(() => heard(), left.signal);
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  await next();
  const times: number[] = [];
  for (let turn = 0; turn < SEEN; turn += 1) {
    const news = next();
    const began = performance.now();
    await enquire(api, turn);
    await news;
    times.push(performance.now() - began);
  }
  left.abort();
  await following;
  return times;
}

/** Reads the inbox, opens an enquiry, searches, and thinks in between, until it is left. */
async function work(desk: Desk, turn: number, left: AbortSignal): Promise<void> {
  const following = desk.follow(() => undefined, left);
  const { data } = await desk.read<{ data: { id: string }[] }>('/enquiries');
  await pause((turn * THINKING_MS) / PEOPLE);
  for (let at = turn; !left.aborted; at += 1) {
    const paths = [
      '/enquiries',
      `/enquiries/${data[at % data.length]?.id}`,
      `/enquiries?q=${SEARCHES[at % SEARCHES.length]}`,
    ];
    await desk.get(paths[at % paths.length] ?? '');
    await pause(THINKING_MS, undefined, { signal: left }).catch(() => undefined);
  }
  await following;
}

/** The public site's rate while five people work, beside its rate without them, in turns. */
async function ratioOfRates({ site }: BenchSite, desk: Desk): Promise<number> {
  const rate = async () => (await wrk({ url: `${site}/courses`, connections: CONNECTIONS, seconds: SECONDS })).rate;
  await rate();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await rate();
    const left = new AbortController();
    const people = Array.from({ length: PEOPLE }, (_one, turn) => work(desk, turn, left.signal));
    ratios.push((await rate()) / alone);
    left.abort();
    await Promise.all(people);
  }
  return median(ratios);
}

const below = (what: string, value: number, limit: number): Value => ({
  what,
  value,
  unit: 'ms',
  promise: `< ${limit} ms`,
  holds: value < limit,
});

/** The office over 100,000 enquiries, through its own server, as its screens call it. */
export async function measureOffice(): Promise<Line[]> {
  const site = await startSite();
  await fillInbox(site.data, ENQUIRIES);
  const office = await openStaff('office', {
    ...process.env,
    DATA_DIR: site.data,
    SITE_ORIGIN: site.site,
    API_PRIVATE_PORT: String(site.apiPrivate),
    OFFICE_PORT: String(await freePort()),
  });
  const desk = deskAt(office);
  try {
    const first = p95(
      await timesOf(
        desk,
        LISTS.map((query) => `/enquiries${query}`),
      ),
    );
    const search = p95(
      await timesOf(
        desk,
        SEARCHES.map((words) => `/enquiries?q=${encodeURIComponent(words)}`),
      ),
    );
    const seen = Math.max(...(await seenAfter(site, desk)));
    const ratio = await ratioOfRates(site, desk);
    const values: Value[] = [
      below('first rows of 100,000 enquiries, p95', first, GOALS.first),
      below('search in 100,000 enquiries, p95', search, GOALS.search),
      below('a new enquiry is seen, slowest of ten', seen, GOALS.seen),
      {
        what: 'rate of the public site while five people work',
        value: ratio,
        unit: '',
        promise: `≥ ${GOALS.ratio} of without`,
        holds: ratio >= GOALS.ratio,
      },
    ];
    await writeRun('office', values);
    return values.map(asLine);
  } finally {
    await office.stop();
    await site.stop();
  }
}

/** Somebody at a browser that is signed in to the office. */
interface Desk {
  /** A call as the office's screens make it. @returns milliseconds until the whole answer is there */
  get(path: string): Promise<number>;
  read<T>(path: string): Promise<T>;
  /** Calls back with each piece of news until it is left. */
  follow(onNews: () => void, left: AbortSignal): Promise<void>;
}

function deskAt({ origin, cookie }: OpenStaff): Desk {
  const ask = async (path: string, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(`${origin}/office${path}`, { headers: { cookie }, ...(signal && { signal }) });
    if (!answer.ok) throw new Error(`The office answered ${answer.status} to ${path}.`);
    return answer;
  };
  return {
    get: async (path) => {
      const began = performance.now();
      await (await ask(path)).arrayBuffer();
      return performance.now() - began;
    },
    read: async <T>(path: string) => (await (await ask(path)).json()) as T,
    follow: async (onNews, left) => {
      const pieces = (await ask('/news/follow', left)).body?.pipeThrough(new TextDecoderStream());
      try {
        for await (const piece of pieces ?? []) if (piece.includes('data: ')) onNews();
      } catch (error) {
        if (!left.aborted) throw error;
      }
    },
  };
}
