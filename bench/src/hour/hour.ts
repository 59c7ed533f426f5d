import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentTrust } from '@wholepage/releases/settings';
import { runCommand, UsageError } from '@wholepage/tooling/command';
import { freePort } from '@wholepage/tooling/free-port';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startMeasuredApi } from '../api/api-server';
import { startBareCopy } from '../composer/bare-server';
import { type MeasuredComposer, startComposer } from '../composer/composer-process';
import { sendingInTurns } from '../composer/sending';
import { printLines } from '../measure/line';
import type { Measured } from '../measure/measured';
import { keepBusy } from './keep-busy';
import { pagesSoFar } from './pages-so-far';
import { inWords, linesOf, type Memory } from './report';

const SAMPLE_MINUTES = 10;
const PATH = '/contact';

const data = await mkdtemp(join(tmpdir(), 'bench-hour-'));
const place = join(data, 'releases');
const trust = environmentTrust({ DATA_DIR: data });
/** Stopped in the end. */
const started: { stop(): Promise<void> }[] = [];

const toStop = <Stoppable extends { stop(): Promise<void> }>(server: Stoppable): Stoppable => {
  started.push(server);
  return server;
};

/** @returns minutes, and whether to wait for a signal after them */
function read([minutes = '60', wait, ...more]: readonly string[]): { minutes: number; wait: boolean } {
  if (!(Number(minutes) > 0) || (wait && wait !== 'wait') || more.length > 0)
    throw new UsageError('Say for how many minutes, and `wait` when the last measurement should wait for SIGUSR2.');
  return { minutes: Number(minutes), wait: wait === 'wait' };
}

async function measure(words: readonly string[]): Promise<void> {
  const { minutes, wait } = read(words);
  let isAsked = !wait;
  process.once('SIGUSR2', () => {
    isAsked = true;
  });
  if (wait) console.log(`After ${minutes} minutes it goes on until it is asked to measure: kill -USR2 ${process.pid}`);
  const env = { DATA_DIR: data, RELEASES_URL: place };
  await publishAll(place, () => {}, { ...process.env, ...env });
  const api = toStop(await startMeasuredApi());
  const start = async (): Promise<MeasuredComposer> =>
    toStop(await startComposer(await freePort(), { ...env, API_ORIGIN: api.url }));
  const old = await start();
  const startBare = async (): Promise<Measured> => toStop(await startBareCopy(old.origin + PATH));
  const oldBare = await startBare();
  const memory: Memory[] = [];
  const look = (gone: number) => {
    const seen = { resident: old.memory(), own: old.ownMemory() };
    memory.push(seen);
    console.log(`  ${Math.round(gone)} minutes: ${inWords(seen)}`);
  };
  look(0);
  await keepBusy([old, oldBare], {
    place,
    trust,
    isEnough: (gone) => gone >= minutes && isAsked,
    onTurn: (gone) => {
      if (gone >= memory.length * SAMPLE_MINUTES) look(gone);
    },
  });
  const pages = await pagesSoFar(old);
  const fresh = await start();
  const bare = await startBare();
  const lines = linesOf({ memory, pages, rounds: await sendingInTurns({ fresh, old, bare, oldBare }, PATH) });
  printLines(lines);
  if (lines.some(({ holds }) => holds === false)) process.exitCode = 1;
}

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => reject(new Error(`Ended by ${signal}, and measured nothing.`)));
});

/** Also when it failed. */
async function clear(): Promise<void> {
  await Promise.all(started.map((server) => server.stop()));
  await rm(data, { recursive: true, force: true });
}

await runCommand(
  'npm run bench -- soak hour   a composer after an hour of visitors, beside a fresh one and bare Node',
  (words) => Promise.race([measure(words), interrupted]).finally(clear),
);
