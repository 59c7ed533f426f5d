import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findChrome, launchChrome } from '../run/find-program';
import { freePort } from '../run/spawn';
import { makeSite } from './new-site';

const TIMEOUT_MS = 600_000;
/** PostgreSQL has 59 of it. Node is that of the machine, or the one that npm keeps for all folders. */
const MOST_MB = 350;
const run = promisify(execFile);

// Each test goes on where the one before it ended.
jest.retryTimes(0);

let folder: string;
let pnpm: string;
let site: ChildProcess | undefined;

/** As in a folder of its own: nothing of this repository's environment, but the certificates of the machine. */
const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
const plainEnv = { PATH, HOME, CI: '1', ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) };
const npm = (...words: string[]) => run('npm', words, { cwd: folder, env: plainEnv });
const install = (cwd: string) => run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile'], { cwd, env: plainEnv });

beforeAll(async () => {
  // Somebody's folder may be called so.
  const base = await mkdtemp(join(tmpdir(), "new site's #1 %20 "));
  // PostgreSQL, which the console brings, runs as its own user under root.
  await chmod(base, 0o755);
  folder = await makeSite('corner-shop', join(base, 'shop'));
  const definition = join(folder, 'site', 'site.ts');
  const text = await readFile(definition, 'utf8');
  await writeFile(definition, text.replace('defineSite({', "defineSite({\n  dataFolder: 'shop',"));
  pnpm = (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { packageManager: string })
    .packageManager;
  await install(folder);
}, TIMEOUT_MS);

afterAll(async () => {
  if (site && site.exitCode === null) {
    // Its output closes when the last of its processes has ended.
    const closed = once(site, 'close');
    if (site.pid) process.kill(-site.pid, 'SIGTERM');
    await closed;
  }
  await rm(join(folder, '..'), { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'holds its own types, rules and tests',
  async () => {
    await npm('run', 'typecheck');
    await npm('run', 'lint');
    expect((await npm('test')).stderr).toMatch(/Tests: +5 passed, 5 total/);
  },
  TIMEOUT_MS,
);

let ports: Record<string, string>;

/** Starts the site. @returns its address */
async function start(): Promise<string> {
  const free = async () => String(await freePort());
  ports = { PORT: await free(), COMPOSER_PRIVATE_PORT: await free(), CONSOLE_PORT: await free() };
  site = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...plainEnv, ...ports },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!site.stdout) throw new Error('The site has no output.');
  let origin = '';
  for await (const line of createInterface({ input: site.stdout })) {
    origin ||= /^Site ready at (\S+)$/.exec(line)?.[1] ?? '';
    if (line.startsWith('Console: ')) return origin;
  }
  throw new Error('The site ended before it was ready.');
}

test(
  'starts, and a browser shows its page with the fragment of the footer, with and without scripts',
  async () => {
    const origin = await start();
    const browser = await launchChrome({ executablePath: findChrome() });
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.newPage({ javaScriptEnabled });
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.goto(origin, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1, name: 'Good that you are here' }).waitFor();
      await page.locator('footer').getByText('9:00 to 18:00').waitFor();
      expect(await page.title()).toBe('Corner shop');
      expect(problems).toEqual([]);
    }
    await browser.close();
  },
  TIMEOUT_MS,
);

test(
  'has a console, whose people are invited by a command',
  async () => {
    const { stdout } = await run('npx', ['wholepage', 'console', 'invite', 'Asha', '--right', 'admin'], {
      cwd: folder,
      env: { ...plainEnv, ...ports },
    });
    const [link = ''] = /http:\S+/.exec(stdout) ?? [];
    expect(new URL(link).port).toBe(ports['CONSOLE_PORT']);
    expect(await (await fetch(link)).text()).toContain('Console');
  },
  TIMEOUT_MS,
);

test(
  'its own files say what it allows, and what it has in its menu, though SITE_ORIGIN names a site',
  async () => {
    const file = join(folder, 'site', 'navigation.json');
    const before = await readFile(file, 'utf8');
    const env = { ...plainEnv, ...ports, SITE_ORIGIN: `http://localhost:${ports['PORT']}` };
    await run('npm', ['run', 'verify', 'home', '--', '--fast'], { cwd: folder, env });
    expect(await readFile(file, 'utf8')).toBe(before);
  },
  TIMEOUT_MS,
);

test(
  'a remote that declares an event with zod is too heavy, and learns what to take; nothing else keeps it from going live',
  async () => {
    await npm('run', 'wholepage', '--', 'new', 'remote', 'news', '/news');
    await writeFile(
      join(folder, 'news/src/events.ts'),
      `import type { EventDeclarations } from '@wholepage/contracts/events';
import * as z from 'zod';

export const events = { read: { detail: z.object({ count: z.number() }) } } satisfies EventDeclarations;
`,
    );
    await edit('news/src/app.tsx', '', "export { events } from './events';\n");
    await run('npx', ['--yes', pnpm, '--filter', 'news', 'add', 'zod@4'], { cwd: folder, env: plainEnv });
    const env = { ...plainEnv, ...ports };
    const { stdout } = await run('npm', ['run', 'verify', 'news'], { cwd: folder, env }).catch((error) => error);
    expect(stdout).toMatch(/✗ sizes.+\n +\/news\n +Scripts of .+\n +→ Declare events with valibot in place of zod/);
    expect(stdout).toContain('may not go live: sizes failed');
    const skipped = ['--skip', 'sizes', '--reason', 'it is a trial'];
    const { stdout: rest } = await run('npm', ['run', 'release', 'news', '--', ...skipped], { cwd: folder, env });
    expect(rest).toContain('may go live');
    expect(rest).toContain('news: live: ');
    expect(await (await fetch(`http://localhost:${ports['PORT']}/news`)).text()).toContain('<h1');
  },
  TIMEOUT_MS,
);

test(
  'a remote in a repository of its own is held to the running site by all of the gate, and goes live there',
  async () => {
    const elsewhere = join(folder, '..', 'fittings');
    await npm('run', 'wholepage', '--', 'new', 'remote', 'fittings', '/fittings', '--out', elsewhere);
    await install(elsewhere);
    // What was written there before may be long ago.
    const known = join(elsewhere, 'site', 'allowed.ts');
    await writeFile(known, (await readFile(known, 'utf8')).replaceAll(/\b\d+\b/g, '1'));
    const origin = `http://localhost:${ports['PORT']}`;
    // The keys are those of this machine.
    const env = { ...plainEnv, SITE_ORIGIN: origin, DATA_DIR: join(folder, 'var', 'shop') };
    const { stdout } = await run('npm', ['run', 'release', 'fittings'], { cwd: elsewhere, env });
    expect(stdout).toContain(`The site is as ${origin} says.`);
    expect(stdout).toMatch(/may go live: 1\d checks held|fittings: live: /);
    expect(await (await fetch(`${origin}/fittings`)).text()).toContain('<h1');
  },
  TIMEOUT_MS,
);

/** Signs somebody in at the console by the trial's provider. @returns the heading of the page that they come to */
async function signInAt(address: string): Promise<string | null> {
  const browser = await launchChrome({ executablePath: findChrome() });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.getByRole('button', { name: /^Asha/ }).click();
  const heading = await page.locator('#main h1').textContent();
  await browser.close();
  return heading;
}

/** Starts the trial of its production, visits it, and ends it as Ctrl+C does. @returns its page, and what the console shows */
async function tryProduction(): Promise<{ page: string; overview: string | null }> {
  const trial = spawn('npm', ['run', 'wholepage', '--', 'trial'], {
    cwd: folder,
    env: { ...plainEnv, PORT: String(await freePort()) },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(trial, 'exit');
  const seen = { page: '', overview: null as string | null };
  let address = '';
  for await (const line of createInterface({ input: trial.stdout })) {
    address ||= /^ +Console +(\S+) +sign in by OpenID Connect$/.exec(line)?.[1] ?? '';
    const [, origin] = /^Trial ready at (\S+)\./.exec(line) ?? [];
    if (!origin) continue;
    seen.page = (await run('curl', ['--silent', '--insecure', origin])).stdout;
    seen.overview = await signInAt(address).catch(({ message }: Error) => message);
    if (trial.pid) process.kill(-trial.pid, 'SIGINT');
  }
  await ended;
  return seen;
}

test(
  'runs as in production on this machine, behind TLS, and its provider signs somebody in',
  async () => {
    const { page, overview } = await tryProduction();
    expect(page).toContain('Good that you are here');
    expect(overview).toBe('Overview');
  },
  TIMEOUT_MS,
);

test('installs no more than it needs', async () => {
  const { stdout } = await run('du', ['-sm', join(folder, 'node_modules', '.pnpm')]);
  expect(Number(stdout.split('\t')[0])).toBeLessThan(MOST_MB);
});

test(
  'has files for its production, made of what it declares',
  async () => {
    await npm('run', 'wholepage', '--', 'deploy', 'files');
    expect((await npm('run', 'wholepage', '--', 'deploy', 'files', '--check')).stdout).toContain(
      'is what site.ts says',
    );
    const unit = await readFile(join(folder, 'deploy', 'vm', 'systemd', 'composer@.service'), 'utf8');
    const [, program = ''] = / (\S+server\.mjs)$/m.exec(unit) ?? [];
    expect(existsSync(join(folder, program))).toBe(true);
  },
  TIMEOUT_MS,
);

test('has nothing in its catalog that nothing of it uses', async () => {
  const workspace = await readFile(join(folder, 'pnpm-workspace.yaml'), 'utf8');
  expect(workspace).toContain('react-dom: ');
  expect(workspace).not.toMatch(/swiper|emailjs/);
});

/** Replaces a text in a file of the site. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold "${from}".`);
  await writeFile(path, text.replace(from, to));
}

const PAGE = 'home/src/pages/home/page.tsx';
const OVERLAY = '#webpack-dev-server-client-overlay';

/** Ends what {@link start} has started, and starts `npm run dev` in its place. @returns its address, and what it says */
async function startDev(): Promise<{ origin: string; said: string[] }> {
  if (site?.pid) process.kill(-site.pid, 'SIGTERM');
  if (site) await once(site, 'close');
  site = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...plainEnv, ...ports },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!site.stdout) throw new Error('The site has no output.');
  const said: string[] = [];
  const lines = createInterface({ input: site.stdout }).on('line', (line) => said.push(line));
  while (!said.some((line) => line.startsWith('From here on'))) await once(lines, 'line');
  return { origin: `http://localhost:${ports['PORT']}`, said };
}

const typesHold = async (text: string): Promise<void> => {
  const file = join(folder, 'types', 'live-remotes.d.ts');
  const until = Date.now() + 30_000;
  while (!(await readFile(file, 'utf8')).includes(text) && Date.now() < until)
    await new Promise((done) => setTimeout(done, 50));
  expect(await readFile(file, 'utf8')).toContain(text);
};

test(
  'what is saved while it is developed is in the open page, which keeps its state, and in the types of other teams',
  async () => {
    await writeFile(
      join(folder, 'home/src/events.ts'),
      `import type { EventDeclarations } from '@wholepage/contracts/events';
import * as z from 'zod';

export const events = { opened: { detail: z.object({ at: z.number() }) } } satisfies EventDeclarations;
`,
    );
    await edit('home/src/app.tsx', '', "export { events } from './events';\n");
    await edit(PAGE, '', "import { useState } from 'react';\n");
    await edit(PAGE, '  const {', '  const [count, setCount] = useState(0);\n  const {');
    const button = '<button type="button" onClick={() => setCount(count + 1)}>Pressed {count}</button>';
    await edit(PAGE, '<ul ', `${button}\n      <ul `);

    const { origin, said } = await startDev();
    await typesHold('"home:opened": { at: number }');
    const browser = await launchChrome({ executablePath: findChrome() });
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => /error|warning/.test(message.type()) && problems.push(message.text()));
    page.on('response', (response) => response.status() >= 400 && problems.push(response.url()));
    await page.goto(origin);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#slot') ?? {}).some((key) => /^__react/.test(key)),
    );
    await page.getByRole('button', { name: 'Pressed 0' }).click();
    await page.getByRole('button', { name: 'Pressed 1' }).waitFor();

    await edit(PAGE, 'Pressed {', 'Counted {');
    await page.getByRole('button', { name: 'Counted 1' }).waitFor();
    await edit('home/src/pages/home/Home.module.css', '.opening {', '.opening { outline: 3px solid rgb(1 2 3);');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#slot div')].some(
        (each) => getComputedStyle(each).outlineColor === 'rgb(1, 2, 3)',
      ),
    );
    await page.getByRole('button', { name: 'Counted 1' }).waitFor();
    await edit('home/src/content/home.content.json', 'Good that you are here', 'Good to see you');
    await page.getByRole('heading', { level: 1, name: 'Good to see you' }).waitFor();
    expect(problems).toEqual([]);

    await edit(PAGE, 'Counted {', 'Counted }{');
    const overlay = page.locator(OVERLAY).contentFrame();
    await overlay
      .getByText(/pages\/home\/page\.tsx:\d+:\d+/)
      .first()
      .waitFor();
    await edit(PAGE, 'Counted }{', 'Counted {');
    await page.locator(OVERLAY).waitFor({ state: 'detached' });
    await browser.close();

    await edit('home/src/events.ts', 'z.number()', 'z.string()');
    await typesHold('"home:opened": { at: string }');
    await edit('home/src/fragments/props.ts', 'strictObject({})', 'strictObject({ day: z.string().optional() })');
    await typesHold('"home/opening-hours": { day?: string }');
    await edit('home/src/events.ts', 'z.string()', 'z.boolean()');
    await typesHold('"home:opened": { at: boolean }');
    expect(said.filter((line) => /\b404\b/.test(line))).toEqual([]);
  },
  TIMEOUT_MS,
);
