import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { ROOT } from '../paths';
import { findChrome, launchChrome } from '../run/find-program';
import { freePort } from '../run/spawn';
import { type Block, blocksOf, writeBlock } from '../testing/guide';

const TIMEOUT_MS = 600_000;

// Each test goes on where the one before it ended.
jest.retryTimes(0);

const FIRST_FOLDER = '../corner-shop';

let blocks: Block[];
let folder: string;
let env: Record<string, string>;
let origin: string;
let site: ChildProcess | undefined;
let browser: Browser;
/** What each command printed, by its words. */
const printed = new Map<string, string>();

/** What the page calls VERSION, as the command on the canary prints it. */
const canary = (): string =>
  /\b\d+\.\d+\.\d+-[\da-f]{8}\b/.exec(printed.get('npm run wholepage -- canary cart') ?? '')?.[0] ?? 'unknown';

const started = Date.now();
/** A test that takes minutes says how far it is. */
const report = (what: string): void => {
  process.stderr.write(`[${Math.round((Date.now() - started) / 1000)} s] ${what}\n`);
};

beforeAll(async () => {
  blocks = blocksOf(await readFile(join(ROOT, 'docs', 'tutorial.md'), 'utf8'));
  const base = await mkdtemp(join(tmpdir(), 'tutorial-'));
  // PostgreSQL, which the console brings, runs as its own user under root.
  await chmod(base, 0o755);
  folder = join(base, 'corner-shop');
  const ports: Record<string, string> = {};
  for (const name of ['PORT', 'COMPOSER_PRIVATE_PORT', 'CONSOLE_PORT', 'CART_PORT'])
    ports[name] = String(await freePort());
  // As in a terminal of its own: nothing of this repository's environment.
  // Certificates are the machine's: without them package managers wait 80 s before they give a registry up.
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  env = { PATH, HOME, CI: '1', ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...ports };
  origin = `http://localhost:${ports['PORT']}`;
  browser = await launchChrome({ executablePath: findChrome() });
});

afterAll(async () => {
  await browser.close();
  await endSite();
  await rm(dirname(folder), { recursive: true, force: true });
}, TIMEOUT_MS);

async function endSite(): Promise<void> {
  const ending = site;
  site = undefined;
  if (!ending || ending.exitCode !== null) return;
  // Its output closes when the last of its processes has ended.
  const closed = once(ending, 'close');
  if (ending.pid) process.kill(-ending.pid, 'SIGINT');
  await closed;
}

/** `npm start`, until it says that the site is ready. */
async function startSite(): Promise<void> {
  await endSite();
  site = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!site.stdout) throw new Error('The site has no output.');
  for await (const line of createInterface({ input: site.stdout })) {
    if (line === `Site ready at ${origin}`) return;
  }
  throw new Error('The site ended before it was ready.');
}

/** Types one line of the page. @returns what it printed @throws unless it ends with exit code 0 */
async function type(line: string, cwd: string): Promise<string> {
  const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output}`);
  printed.set(line, output);
  return output;
}

/**
 * Follows a section of the page: writes its files and types its commands, in order.
 * @param before looks at the site before a command
 */
async function follow(section: string, before: (line: string) => Promise<void> | undefined = () => undefined) {
  const own = blocks.filter(({ heading }) => heading === section);
  if (own.length === 0) throw new Error(`The page has no section "${section}".`);
  for (const block of own) {
    if (block.file) {
      await writeBlock(folder, block);
      continue;
    }
    expect(block.language).toBe('sh');
    for (const typed of block.code.trim().split('\n')) {
      const line = typed.replace(/ +#.*$/, '').replace('VERSION', () => canary());
      report(line);
      await before(line);
      if (line === 'npm start') await startSite();
      else if (line.startsWith('cd ')) expect(line).toBe(`cd ${FIRST_FOLDER}`);
      else if (line.includes(FIRST_FOLDER)) await type(line.replace(FIRST_FOLDER, folder), ROOT);
      else await type(line, folder);
    }
  }
}

/** Chromium reports the answer by which the orders lead to the sign-in. */
const EXPECTED = /status of 401/;

/** Opens a page, and fails for what its console reports. */
async function look(path: string, javaScriptEnabled = true) {
  const page = await browser.newPage({ javaScriptEnabled, baseURL: origin });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(path, { waitUntil: 'networkidle' });
  return {
    page,
    async close() {
      expect(problems.filter((text) => !EXPECTED.test(text))).toEqual([]);
      await page.close();
    },
  };
}

test(
  '1. a site, whose first page is complete, with the fragment in its footer',
  async () => {
    await follow('1. A site');
    const { page, close } = await look('/', false);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('footer').getByText('9:00 to 18:00').waitFor();
    await close();
  },
  TIMEOUT_MS,
);

test(
  '2. a second team, whose page is in the running site’s menu',
  async () => {
    await follow('2. A second team');
    const released = Date.now();
    const hasEntry = async () => (await (await fetch(origin)).text()).includes('href="/cart"');
    while (!(await hasEntry()) && Date.now() - released < 2_000) await new Promise((done) => setTimeout(done, 50));
    expect(await hasEntry()).toBe(true);
    expect((await fetch(`${origin}/cart`)).status).toBe(200);
  },
  TIMEOUT_MS,
);

test(
  '3. to 7. a back end, a form, an event, a member’s page, a fragment, and their tests',
  async () => {
    for (const section of [
      '3. A back end',
      '4. A page with a form, and an event',
      "5. A member's page",
      '6. A fragment for the other team',
      '7. See it',
    ])
      await follow(section);
  },
  TIMEOUT_MS,
);

test.each([true, false])('what cart made is seen, with scripts %s', async (scripts) => {
  report(`looks at the pages, scripts ${scripts}`);
  const { page, close } = await look('/', scripts);
  const count = (number: number) => page.getByRole('link', { name: `Cart (${number})` }).waitFor();
  await count(0);
  // Before its script has come, the form is one without scripts.
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await page.getByText('0 pieces of linen').waitFor();
  await page.evaluate('window.isFirst = true');
  await page.getByRole('button', { name: 'Add one' }).click();
  await page.getByText('1 pieces of linen').waitFor();
  // With scripts the page stays; without, the back end led back to it.
  expect(await page.evaluate("'isFirst' in window")).toBe(scripts);
  await page.goto('/');
  await count(1);

  await page.goto('/cart');
  await page.getByRole('link', { name: 'Your orders' }).click();
  await page.waitForURL('**/cart/sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/cart/orders');
  await page.getByText('Linen, 2 m').waitFor();
  await close();
});

test(
  '8. a release to some, to all, and back',
  async () => {
    const heading = async () => /<h1>(.+?)<\/h1>/.exec(await (await fetch(`${origin}/cart`)).text())?.[1];
    const isLive = async (words: string) => {
      const until = Date.now() + 2_000;
      while ((await heading()) !== words && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
      expect(await heading()).toBe(words);
    };
    await follow('8. Release it', (line) => (line.startsWith('npm run rollback') ? isLive('Your cart') : undefined));
    await isLive('Cart');
  },
  TIMEOUT_MS,
);

test(
  '9. a console and files for production',
  async () => {
    // `npm start` builds the console while the site is used already.
    const isUp = () =>
      fetch(`http://localhost:${env['CONSOLE_PORT']}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await follow('9. Production', async (line) => {
      const until = Date.now() + 60_000;
      while (line.includes('console invite') && !(await isUp()) && Date.now() < until)
        await new Promise((done) => setTimeout(done, 200));
    });
    const [link = ''] =
      /http:\S+/.exec(printed.get('npm run wholepage -- console invite Asha --right admin') ?? '') ?? [];
    expect(await (await fetch(link)).text()).toContain('Console');
    expect(await readFile(join(folder, 'deploy', 'vm', 'systemd', 'composer@.service'), 'utf8')).toContain(
      'server.mjs',
    );
    report('done');
  },
  TIMEOUT_MS,
);
