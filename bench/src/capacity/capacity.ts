import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { startMeasuredApi } from '../api/api-server';
import { startComposer } from '../composer/composer-process';
import type { Line } from '../measure/line';
import { type WrkOptions, type WrkResult, wrk } from '../measure/wrk';
import { CORES, useOneCore } from './cores';
import { measurePayments } from './payments';

const CONNECTIONS = 32;
const SECONDS = 8;
/** Not measured: the first seconds of a process compile its code. */
const WARM_UP_SECONDS = 3;
const BROTLI = { 'Accept-Encoding': 'br' };

async function load(options: Pick<WrkOptions, 'url' | 'headers' | 'script'>): Promise<WrkResult> {
  const run = (seconds: number) => wrk({ ...options, seconds, connections: CONNECTIONS, core: CORES.load });
  await run(WARM_UP_SECONDS);
  return run(SECONDS);
}

const line = (what: string, { rate, p50, p99, failed }: Omit<WrkResult, 'requests'>): Line => ({
  what,
  value: `${Math.round(rate)} a second, half in ${p50} ms, 99 % in ${p99} ms`,
  goal: `${failed} failed`,
  holds: failed === 0,
});

async function measureComposer(): Promise<Line[]> {
  const composer = await startComposer(await freePort());
  const { origin } = composer;
  try {
    const page = await (await fetch(`${origin}/contact`)).text();
    const script = /\/_releases\/shell\/[\w./-]+\.js/.exec(page)?.[0] ?? '';
    return [
      line('a page from memory (/contact), brotli', await load({ url: `${origin}/contact`, headers: BROTLI })),
      line(
        'a page rendered for each request',
        await load({ url: origin, headers: BROTLI, script: join(import.meta.dirname, 'new-addresses.lua') }),
      ),
      line(`a file of a release, brotli (${script})`, await load({ url: origin + script, headers: BROTLI })),
    ];
  } finally {
    await composer.stop();
  }
}

async function measureApi(): Promise<Line[]> {
  const api = await startMeasuredApi();
  const script = join(import.meta.dirname, '..', 'api', 'enquiries.lua');
  try {
    return [line('an enquiry, saved and acknowledged', await load({ url: `${api.url}/save_modal_form.php`, script }))];
  } finally {
    await api.stop();
  }
}

async function measurePaying(): Promise<Line[]> {
  const { perSecond, ...times } = await measurePayments(WARM_UP_SECONDS, SECONDS);
  return [line('a payment, from enrolment to confirmation, with its webhooks', { rate: perSecond, ...times })];
}

/** What one core serves: servers, guests and PostgreSQL on it, the load on another. The figures of docs/capacity.md. */
export async function measureCapacity(): Promise<Line[]> {
  useOneCore();
  return [...(await measureComposer()), ...(await measureApi()), ...(await measurePaying())];
}
