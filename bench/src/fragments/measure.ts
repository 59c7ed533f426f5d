import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { type MeasuredComposer, startComposer } from '../composer/composer-process';
import type { Line } from '../measure/line';
import { asLine, type Value, writeRun } from '../measure/run';
import { metric } from './composer-numbers';
import { measureEmptied } from './emptied';
import { firstBytes } from './first-byte';
import { type Podium, startPodium } from './podium';
import { measureRates } from './rates';
import { emptiedValues, firstByteValues, rateValues, waitValues } from './report';
import { COUNTS, fragmentsStore, pathOf, WAIT_MS } from './store';

/** A back end that answers everything after {@link WAIT_MS}. */
async function startBackEnd(): Promise<{ port: number; stop(): void }> {
  const server = createServer((_request, response) => void setTimeout(() => response.end('there'), WAIT_MS));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** First bytes of pages whose fragments are there at once, beside Podium's, and of those that wait for a back end. */
async function measureFirstBytes(origin: string, podium: Podium): Promise<Value[]> {
  const pages = COUNTS.flatMap((count): [string, (visit: number) => string][] => [
    [`memory ${count}`, () => origin + pathOf('parts', count, 'memory')],
    [`rendered ${count}`, (visit) => origin + pathOf('fresh', count, `first${visit}`)],
    [`podium ${count}`, () => podium.page(count)],
  ]);
  const chain = (visit: number) => encodeURIComponent(JSON.stringify({ part: 0, visit: `alone${visit}` }));
  const waits = await firstBytes({
    host: (visit) => origin + pathOf('waits', 0, `first${visit}`),
    chain: (visit) => `${origin}/_fragments/mf-courses/outer?props=${chain(visit)}&set=x&key=b1`,
    page: (visit) => origin + pathOf('waits', 10, `first${visit}`),
  });
  return [...firstByteValues(await firstBytes(Object.fromEntries(pages))), ...waitValues(waits)];
}

async function measureAll(store: string, composer: MeasuredComposer, podium: Podium): Promise<Value[]> {
  const { origin, privateOrigin } = composer;
  const rates = await measureRates(origin, podium);
  const bytes = await measureFirstBytes(origin, podium);
  const fallbacks = await metric(privateOrigin, 'composer_fragment_duration_seconds_count', 'outcome="fallback"');
  const whole: Value = {
    what: 'fragments left out in all of it',
    value: fallbacks,
    unit: '',
    promise: '0',
    holds: fallbacks === 0,
  };
  return [...rateValues(rates), ...bytes, whole, ...emptiedValues(await measureEmptied(store, composer))];
}

/** Pages with 0, 1, 5 and 10 fragments, from memory and rendered for each request, beside bare Node and Podium. */
export async function measureFragments(): Promise<Line[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-fragments-'));
  // The keys that sign the releases are made in the folder in which the composer looks for them.
  const { DATA_DIR: known = '' } = process.env;
  process.env.DATA_DIR = data;
  const [store, backEnd, podium] = [await fragmentsStore(), await startBackEnd(), await startPodium()];
  const composer = await startComposer(await freePort(), {
    RELEASES_URL: store,
    API_PORT: String(backEnd.port),
    NODE_ENV: 'test',
  });
  try {
    const values = await measureAll(store, composer, podium);
    await writeRun('fragments', values);
    return values.map(asLine);
  } finally {
    // What is measured next has the folder that it had. An empty name is none.
    process.env.DATA_DIR = known;
    backEnd.stop();
    await Promise.all([composer.stop(), podium.stop()]);
    await Promise.all([store, data].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
