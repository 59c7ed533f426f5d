import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sample } from '../../../tooling/src/testing/sample';
import { PAGES, wholeSite } from '../testing/fixture-store';
import { OutageMatrix } from '../testing/outage-matrix';
import { type RunningComposer, runComposer } from '../testing/running-composer';

type Remote = keyof typeof PAGES;
const REMOTES = Object.keys(PAGES) as Remote[];

/** A server entry with one page that needs JSON of the API, and answers 503 without it. */
const entry = (other: string): string => `export async function render({ url, fetch }) {
  const head = { title: 'Sound' };
  if (!url.endsWith('${other}')) return { status: 200, head, html: '<h1>Sound</h1>', data: null, maxAge: 60 };
  try {
    const { title } = await (await fetch('/api/post')).json();
    return { status: 200, head, html: '<h1>' + title + '</h1>', data: null, maxAge: 0 };
  } catch {
    return { status: 503, head, html: '<h1>Not now</h1>', data: null, maxAge: 0 };
  }
}`;

/** Limit for a page: at most four seconds for the API, plus the start of processes on a busy machine. */
const BOUND_MS = 12_000;

/** Behaviour of the API, with the resulting status and event of a page that needs it. */
const FAULTS: Record<string, { listener: RequestListener; status: number; event: string }> = {
  down: { listener: (request) => request.socket.destroy(), status: 503, event: 'api failed a page' },
  silent: { listener: () => {}, status: 503, event: 'api failed a page' },
  slow: {
    listener: (_, response) => void setTimeout(() => response.end('{"title":"Late"}'), 300),
    status: 200,
    event: '',
  },
  // Browsers ignore the byte order mark, too.
  'in PHP, and marks its text as UTF-8': {
    listener: (_, response) => response.end('\uFEFF{"title":"Late"}'),
    status: 200,
    event: '',
  },
  garbage: { listener: (_, response) => response.end('<!doctype'), status: 503, event: 'page answered a fault' },
  '30 MB': {
    listener: (_, response) => response.end(Buffer.alloc(30_000_000, '[')),
    status: 503,
    event: 'api failed a page',
  },
};

const matrix = new OutageMatrix('API');
afterAll(() => matrix.print());

describe.each(sample(Object.entries(FAULTS), ['down', 'in PHP, and marks its text as UTF-8', 'garbage']))(
  'an API that is %s',
  (fault, { listener, status, event }) => {
    let api: Server;
    let composer: RunningComposer;
    beforeAll(async () => {
      api = createServer(listener);
      await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
      const store = await wholeSite((app) => entry(PAGES[app].other));
      composer = await runComposer(store, { API_PORT: String((api.address() as AddressInfo).port) });
    });
    afterAll(async () => {
      await composer.close();
      api.closeAllConnections();
      api.close();
    });

    const get = async (path: string) => {
      const response = await fetch(composer.origin + path);
      return { status: response.status, html: await response.text() };
    };

    test.each(REMOTES)('leaves a page of %s readable, in bounded time, and every other page whole', async (app) => {
      const { other } = PAGES[app];
      const began = performance.now();
      const [page, ...others] = await Promise.all([get(other), ...REMOTES.map((remote) => get(PAGES[remote].sound))]);
      expect(performance.now() - began).toBeLessThan(BOUND_MS);
      expect(page.status).toBe(status);
      expect(page.html).toMatch(/<header>.*<main><h1>(Not now|Late)<\/h1><\/main><footer>/);
      for (const { html } of others) expect(html).toContain('<h1>Sound</h1>');
      const lines = composer.events.filter(({ level, details }) => level !== 'info' && details.app === app);
      if (event) expect(lines.map((line) => line.event)).toContain(event);
      else expect(lines).toEqual([]);
      for (const { details } of lines) expect(details).toMatchObject({ app, version: '1.0.0' });
      const reason = String(lines[0]?.details.reason ?? '');
      matrix.add({ fault, where: app, page: `${page.status}, readable`, others: 'whole', log: reason });
    });
  },
);
