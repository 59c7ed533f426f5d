import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { fixtureStore } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';

const CORE = '0';
const LIMIT_MS = 400;
/** CPU time of a page, well below the limit on an idle core. */
const COMPUTES_MS = 30;
/** Competing processes, which leave a page a twentieth of the core. Beside so many, other tests matter little. */
const OTHERS = 19;

const LABOURS = `
const computed = () => { const { user, system } = process.cpuUsage(); return user + system; };
export async function render() {
  for (const end = computed() + ${COMPUTES_MS * 1_000}; computed() < end; );
  return { status: 200, head: { title: '' }, html: '<h1>Done</h1>', data: null, maxAge: 60 };
}`;

let composer: RunningComposer;
let others: ChildProcess[] = [];
afterEach(async () => {
  for (const { pid } of others) process.kill(-(pid ?? 0), 'SIGKILL');
  others = [];
  await composer.close();
});

/** Starts a process that keeps the core busy, with a guest's priority and its own session. */
const keepBusy = (): ChildProcess =>
  spawn('nice', ['-n', '10', 'taskset', '-c', CORE, 'sh', '-c', 'while :; do :; done'], {
    detached: true,
    stdio: 'ignore',
  });

test('a page that others keep from computing is not given up for it', async () => {
  composer = await runComposer(await fixtureStore(LABOURS), { RENDER_TIMEOUT_MS: String(LIMIT_MS) });
  const get = (path: string) => fetch(composer.origin + path);
  expect((await get('/blog/first')).status).toBe(200);
  for (const pid of composer.guests()) execFileSync('taskset', ['-a', '-c', '-p', CORE, String(pid)]);
  others = Array.from({ length: OTHERS }, keepBusy);
  expect((await get('/blog/second')).status).toBe(200);
});
