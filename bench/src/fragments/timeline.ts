import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { ROOT } from '@wholepage/tooling/paths';
import { startComposer } from '../composer/composer-process';
import { timelineStore } from './timeline-store';

/** A step of a trace as OTLP writes it, as much of it as a timeline needs. */
interface Step {
  traceId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
}

interface Traces {
  resourceSpans: { scopeSpans: { spans: Step[] }[] }[];
}

const TRACE = 'c0'.repeat(16);
/** The request, the page's render, and five fragments. */
const STEPS = 7;
const PATIENCE_MS = 20_000;
const FAILED = 2;

/** Takes traces in, and answers `/api/wait/{ms}` after so long; it never answers `/api/wait/0`. */
async function startCollector() {
  const steps: Step[] = [];
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const waitMs = Number(/wait\/(\d+)/.exec(request.url ?? '')?.[1] ?? 1);
    if (!request.url?.startsWith('/v1/traces')) {
      if (waitMs > 0) setTimeout(() => response.end('there'), waitMs);
      return;
    }
    const { resourceSpans } = JSON.parse(body) as Traces;
    const all = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    steps.push(...all.filter(({ traceId }) => traceId === TRACE));
    if (steps.length >= STEPS) resolve();
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, steps, arrived: promise, stop };
}

/** The steps as lines of `docs/pictures/fragments.txt`: name, start and end in ms, and whether it was left out. */
function linesOf(steps: readonly Step[]): string[] {
  const ms = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000n) / 1_000;
  const first = Math.min(...steps.map((step) => ms(step.startTimeUnixNano)));
  return [...steps]
    .map(({ name, startTimeUnixNano, endTimeUnixNano, status }) => ({
      name: name.replace(/^fragment /, '').replace(/^GET$/, 'the page'),
      from: Math.round(ms(startTimeUnixNano) - first),
      to: Math.round(ms(endTimeUnixNano) - first),
      isLeftOut: status.code === FAILED,
    }))
    .sort((one, other) => one.from - other.from || other.to - one.to)
    .map(({ name, from, to, isLeftOut }) => `${isLeftOut ? 'left out' : 'done'} ${from} ${to}: ${name}`);
}

/** Asks for a page with five fragments of which one hangs, and writes down what its trace says. */
const collector = await startCollector();
const { store, data } = await timelineStore();
process.env.DATA_DIR = data;
const composer = await startComposer(await freePort(), {
  RELEASES_URL: store,
  API_PORT: String(collector.port),
  NODE_ENV: 'test',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
});
try {
  // Another page first: processes that start are not part of a page's usual time.
  await (await fetch(`${composer.origin}/blog/first`)).text();
  const traceparent = `00-${TRACE}-${'d0'.repeat(8)}-01`;
  await (await fetch(`${composer.origin}/blog/offers`, { headers: { traceparent } })).text();
  const late = AbortSignal.timeout(PATIENCE_MS);
  await Promise.race([
    collector.arrived,
    new Promise((_resolve, reject) =>
      late.addEventListener('abort', () => reject(new Error('The trace did not come.'))),
    ),
  ]);
  const lines = linesOf(collector.steps);
  const about = '# Milliseconds from the trace of one page, by bench/src/fragments/timeline.ts';
  await writeFile(join(ROOT, 'docs', 'pictures', 'fragments.txt'), `${[about, ...lines].join('\n')}\n`);
  console.log(lines.join('\n'));
} finally {
  await composer.stop();
  collector.stop();
  await Promise.all([store, data].map((folder) => rm(folder, { recursive: true, force: true })));
}
process.exit();
