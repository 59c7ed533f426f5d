import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import type { Trust } from '@wholepage/releases/trust/trust';
import { buildApp } from '@wholepage/tooling/build-app';
import { publishAll } from '@wholepage/tooling/publish-all';
import { freePort } from '@wholepage/tooling/spawn';
import { type Line, median } from './line';
import { startComposer } from './servers';

const REMOTES = 100;
const VISITED = 10;
const PATTERN = 'mf-team-';
const VISITS = 20;
/** Visited for the first time when all is measured. */
const COLD = [REMOTES - 1, REMOTES - 2, REMOTES - 3, REMOTES - 4, REMOTES - 5];
const MB = 1024 * 1024;
/** Of memory of their own: how much of Node's program the system maps beside it is the machine's matter, 40 to 70 MB. */
const GOALS = { composer: 90, guest: 25, all: 750, startMs: 300 };

const read = (pid: number, file: string, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0) * 1024;
const residentOf = (pid: number): number => read(pid, 'status', 'VmRSS');
/** What a process takes beside the program's file, of which the system keeps one copy for all and maps more or less at a time. */
const ownOf = (pid: number): number => read(pid, 'status', 'RssAnon');
/** What is shared between processes, such as Node's own code, counts once. */
const shareOf = (pid: number): number => read(pid, 'smaps_rollup', 'Pss');
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const pathOf = (team: number): string => `/team-${team}`;

/** The server code of a page of the site under an address of this team: React and a page, as a real remote has them. */
async function publishTeam(
  place: string,
  team: number,
  { code, contract }: { code: string; contract: number },
  trust: Trust,
): Promise<void> {
  const app = `${PATTERN}${team}`;
  const dir = await mkdtemp(join(tmpdir(), 'team-'));
  const renamed = code.replace(/(\w+) as render\b/, 'teamRender as render');
  const inner = /(\w+) as render\b/.exec(code)?.[1];
  if (!inner) throw new Error('The server code of mf-marketing exports no render.');
  const own = `${renamed}\nfunction teamRender(request) { return ${inner}({ ...request, url: request.url.replace('${pathOf(team)}', '/contact') }); }\n`;
  const files = { 'entry.js': Buffer.from('//'), 'node/render.mjs': Buffer.from(own) };
  const manifest = {
    app,
    version: '1.0.0',
    contract,
    builtAt: new Date().toISOString(),
    routes: [{ path: pathOf(team), query: ['visit'], document: false, sitemap: [], js: [], css: [] }],
    entry: { browser: 'entry.js', node: 'node/render.mjs', js: ['entry.js'], css: [] },
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, { integrity: integrityOf(bytes), bytes: bytes.length }]),
    ),
  };
  await mkdir(join(dir, 'node'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(dir, name), bytes);
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  await publish(place, app, '1.0.0', dir, trust);
  await promote(place, app, '1.0.0', { trust });
  await rm(dir, { recursive: true });
}

/** A composer over a hundred remotes of which ten are visited: all of its processes, and the way back of one that ended. */
export async function measureGuests(): Promise<Line[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-guests-'));
  const env = { ...process.env, DATA_DIR: data, RELEASES_URL: '' };
  const place = join(data, 'releases');
  const trust = environmentTrust(env);
  await publishAll(place, () => {}, env);
  const { dir, manifest } = await buildApp('mf-marketing');
  const code = await readFile(join(dir, 'node', 'render.mjs'), 'utf8');
  for (let team = 0; team < REMOTES; team += 1)
    await publishTeam(place, team, { code, contract: manifest.contract }, trust);
  const composer = await startComposer(await freePort(), { DATA_DIR: data, RELEASES_URL: place });
  const { pid } = composer;
  const get = async (path: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(composer.origin + path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return performance.now() - began;
  };
  try {
    for (let team = 0; team < VISITED; team += 1)
      for (let visit = 0; visit < VISITS; visit += 1) await get(`${pathOf(team)}?visit=${visit}`);
    const pids = childrenOf(pid);
    const guests = pids.map(residentOf);
    const owns = pids.map(ownOf);
    const own = ownOf(pid);
    const all = [pid, ...pids].reduce((sum, each) => sum + shareOf(each), 0);
    const starts: number[] = [];
    for (const team of COLD) starts.push(await get(pathOf(team)));
    const start = median(starts);
    const most = Math.max(...owns);
    const mb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;
    return [
      {
        what: `the composer's own, ${REMOTES} remotes`,
        value: `${mb(own)}, with Node's program ${mb(residentOf(pid))}`,
        goal: `≤ ${GOALS.composer} MB`,
        holds: own <= GOALS.composer * MB,
      },
      {
        what: `a guest's own (${guests.length} run)`,
        value: `${mb(median(owns))}, the largest ${mb(most)}, with Node's program ${mb(median(guests))}`,
        goal: `≤ ${GOALS.guest} MB`,
        holds: most <= GOALS.guest * MB,
      },
      {
        what: `${REMOTES} remotes of which ${VISITED} are visited, all processes`,
        value: mb(all),
        goal: `≤ ${GOALS.all} MB`,
        holds: all <= GOALS.all * MB,
      },
      {
        what: 'a page of a remote whose process had ended',
        value: `${Math.round(start)} ms`,
        goal: `< ${GOALS.startMs} ms`,
        holds: start < GOALS.startMs,
      },
    ];
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}
