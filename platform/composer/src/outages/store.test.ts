import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { sample } from '../../../tooling/src/testing/sample';
import { PAGES, SERVER_ENTRIES, wholeSite, writeRelease } from '../testing/fixture-store';
import { OutageMatrix } from '../testing/outage-matrix';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

const REMOTES = Object.keys(PAGES) as (keyof typeof PAGES)[];
const SLOW_MS = 700;

/** A static host's fault while it serves a file. */
type Fault = (response: ServerResponse, bytes: Buffer) => void;
const sound: Fault = (response, bytes) => response.end(bytes);
const FAULTS: Record<string, Fault> = {
  gone: (response) => response.destroy(),
  slow: (response, bytes) => void setTimeout(() => response.end(bytes), SLOW_MS),
  'half-written': (response, bytes) => response.end(bytes.subarray(0, bytes.length / 2)),
  tampered: (response, bytes) => response.end(bytes.toString().replaceAll('Home', 'Hack').replaceAll('1.1.0', '6.6.6')),
};

const matrix = new OutageMatrix('store');
afterAll(() => matrix.print());

let folder: string;
let host: Server;
let place: string;
let fault: { files: RegExp; act: Fault } | undefined;
let composer: RunningComposer | undefined;
beforeEach(async () => {
  fault = undefined;
  folder = await wholeSite(() => SERVER_ENTRIES.says('Home'));
  host = createServer(async (request, response) => {
    const path = request.url ?? '';
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    if (!bytes) return void response.writeHead(404).end();
    response.setHeader('etag', `"${bytes.length}-${bytes.toString('base64').slice(-40)}"`);
    const act = fault?.files.test(path) ? fault.act : sound;
    return act(response, request.method === 'HEAD' ? Buffer.alloc(0) : bytes);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  place = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await composer?.close();
  composer = undefined;
  host.closeAllConnections();
  host.close();
});

const start = async () => {
  composer = await runComposer(await mkdtemp(join(tmpdir(), 'composer-')), {}, { place });
  return composer;
};
/** Starts a composer and waits until it is ready: only then it can do without the store, and an older one may stop. */
const startWhole = async () => {
  const running = await start();
  const readiness = async () => (await fetch(`${running.origin}/readyz`)).status;
  expect(await eventually(readiness, (status) => status === 200)).toBe(200);
  return running;
};
const statuses = async ({ origin }: RunningComposer) =>
  Promise.all(REMOTES.map(async (remote) => (await fetch(origin + PAGES[remote].sound)).status));

const WHAT = { registry: /registry\.json$/, 'a release': /mf-blog\// };

describe.each(Object.entries(WHAT))('%s that is', (what, files) => {
  test.each(sample(Object.entries(FAULTS), ['gone']))('%s while the site runs takes no page away', async (how, act) => {
    const running = await startWhole();
    fault = { files, act };
    await writeRelease(folder, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
    await promote(folder, 'mf-blog', '1.1.0');
    // Composer and test share a process, so a held event loop on a busy machine is no fault of the store.
    const troubles = () => running.events.filter(({ level, event }) => level !== 'info' && event !== 'event loop held');
    const asked = async () => (await fetch(`${running.origin}/blog`)).text();
    if (how === 'slow') expect(await eventually(asked, (html) => html.includes('A new'))).toContain('A new');
    else expect(await eventually(async () => troubles().length, Boolean)).toBeGreaterThan(0);
    expect(await statuses(running)).toEqual([200, 200, 200]);
    if (how !== 'slow') expect(await asked()).toContain('Home');
    const said = troubles().map(({ event, details }) => `${event}: ${details.reason}`);
    expect(said.slice(1)).toEqual([]);
    matrix.add({
      fault: `${what} ${how}`,
      where: 'at run time',
      page: 'the last good',
      others: 'whole',
      log: said[0] ?? '',
    });
  });

  test.each(sample(Object.entries(FAULTS), ['tampered']))(
    '%s at start costs no more than what is unavailable',
    async (how, act) => {
      fault = { files, act };
      const outcome = await start().then(
        (running) => running,
        (error: Error) => error,
      );
      const whole = how === 'slow' || (how === 'tampered' && what === 'registry');
      if (outcome instanceof Error) {
        expect(what).toBe('registry');
        expect(outcome.message).toMatch(/registry/);
        matrix.add({ fault: `${what} ${how}`, where: 'at start', page: 'no start', others: '–', log: outcome.message });
        return;
      }
      expect(await statuses(outcome)).toEqual([200, whole ? 200 : 503, 200]);
      const said = outcome.events.filter(({ level }) => level !== 'info').map(({ details }) => String(details.reason));
      if (!whole) expect(said.join()).toMatch(/mf-blog 1\.0\.0/);
      matrix.add({
        fault: `${what} ${how}`,
        where: 'at start',
        page: whole ? 'whole' : '503',
        others: 'whole',
        log: said[0] ?? '',
      });
    },
  );
});
