import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, LaunchOptions } from 'playwright-core';

/** Debian's folders for servers, which only root's PATH contains. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin'];

/** Finds the first program of that name on PATH, or among the servers. */
export const findProgram = (name: string): string | undefined =>
  firstIn([...foldersOf(process.env), ...SERVERS], [name]);

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

const foldersOf = ({ PATH = '' }: NodeJS.ProcessEnv): string[] => PATH.split(delimiter);

const firstIn = (folders: readonly string[], names: readonly string[]): string | undefined =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find(runs);

/** Finds the Chromium of CHROME_PATH, else the first on PATH. @throws Error when none can be run */
export function findChrome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROME_PATH && !runs(env.CHROME_PATH))
    throw new Error(`CHROME_PATH: ${env.CHROME_PATH} is not a program that can be run.`);
  const found = env.CHROME_PATH || firstIn(foldersOf(env), NAMES);
  if (found) return found;
  throw new Error('No Chromium found. Install one (apt-get install chromium) or name it in CHROME_PATH.');
}

/** Finds Chromium's headless shell, which halves the work of a short visit; else as {@link findChrome}, with its errors. */
export function findHeadlessChrome(env: NodeJS.ProcessEnv = process.env): string {
  const shell = env.CHROME_PATH ? undefined : firstIn(foldersOf(env), HEADLESS_NAMES);
  return shell ?? findChrome(env);
}

/** Options that keep Chromium from starting work and requests of its own. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium for tests, checks and measurements: its headless shell, unless `executablePath` names another. */
export const launchChrome = async ({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> => {
  // Imported late, because it is a third of the start of a command without a browser.
  const { chromium } = await import('playwright-core');
  const rights = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: findHeadlessChrome(), ...more, args: [...QUIET, ...args, ...rights] });
};

/** The package with the free twin of Times, of the same widths: tests of late typefaces measure against it. */
const TYPEFACE = 'fonts-liberation';

const isLinuxWithoutTimes = (): boolean => {
  const { status, stdout } = spawnSync('fc-match', ['Times New Roman'], { encoding: 'utf8' });
  return status === 0 && !/Times|Liberation Serif|Tinos/.test(stdout);
};

/** Ensures that there is a Chromium: installs it on Debian, as root. @throws Error that says what to do elsewhere */
export function ensureChromium(): void {
  // No installation mends a wrong CHROME_PATH.
  const isThere = process.env.CHROME_PATH ? findChrome() : firstIn(foldersOf(process.env), NAMES);
  // Journeys use the headless shell; without it they use the whole browser and take twice the time.
  const [shell = ''] = HEADLESS_NAMES;
  const missing = [...(isThere ? [] : ['chromium']), ...(findProgram(shell) ? [] : [shell])];
  if (missing.length > 0 && !installDebian('Chromium', missing) && missing.includes('chromium'))
    installDebian('Chromium', ['chromium']);
  findChrome();
  if (isLinuxWithoutTimes()) installDebian('a typeface', [TYPEFACE]);
}

/** Programs for journeys in other engines, with their Debian packages. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/** Installs Firefox and WebKit where that is possible. Elsewhere their journeys are reported as skipped. */
export function ensureEngines(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  if (missing.length > 0 && !installDebian('Firefox and WebKit', missing))
    console.log(`Not on this machine, and not ours to install: ${missing.join(', ')}. Their journeys are skipped.`);
}

const APT_GET = '/usr/bin/apt-get';

/** Installs packages on Debian, as root. @param what printed name of the packages @returns false where that is not possible */
export function installDebian(what: string, packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false;
  console.log(`Installing ${what} for the tests …`);
  const apt = (...args: string[]) =>
    spawnSync(APT_GET, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
