import { chmod, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDir, workspaceApps } from '@wholepage/tooling/paths';
import { freePort, type Service, startService, stopServices } from '@wholepage/tooling/spawn';
import { copyWorkspace, type WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Page } from 'playwright-core';
import { alive } from '../../e2e/src/browser/browser';
import { eventually } from '../../e2e/src/eventually';
import { atEnd, startBrowser } from './servers';
import { median, promised, type Value } from './values';

/** A change to a source file as a developer makes it, and its effect on the page `/blog` or on the API. */
export interface Edit {
  what: string;
  file: string;
  from: string;
  to: string;
  /** Most milliseconds from saving the file to seeing the change. */
  goal: number;
  /** True when the change is visible; runs in the page. Left out for the API, whose `/healthz` has the header `x-edited` then. */
  isSeen?(): boolean;
}

const SECOND = 1_000;

export const EDITS: readonly Edit[] = [
  {
    what: 'a component',
    file: 'mf-blog/src/pages/list/page.tsx',
    from: '<div className={styles.list}>',
    to: '<div className={styles.list} data-edited="component">',
    goal: SECOND,
    isSeen: () => document.querySelector('[data-edited="component"]') !== null,
  },
  {
    what: 'a style',
    file: 'mf-blog/src/pages/list/list.module.css',
    from: 'min-block-size: 50svh;',
    to: 'min-block-size: 50svh; outline: 3px solid rgb(1 2 3);',
    goal: SECOND,
    isSeen: () =>
      [...document.querySelectorAll('main div')].some((node) => getComputedStyle(node).outlineColor === 'rgb(1, 2, 3)'),
  },
  {
    what: 'a text',
    file: 'mf-blog/src/content/blog.content.json',
    from: '"heading": "The Swatch Book"',
    to: '"heading": "The Edited Book"',
    goal: SECOND,
    isSeen: () => document.querySelector('main h1')?.textContent?.includes('Edited') ?? false,
  },
  {
    what: 'shared-ui',
    file: 'shared-ui/src/components/Pagination/Pagination.tsx',
    from: '<nav aria-label={label}',
    to: '<nav data-edited="shared-ui" aria-label={label}',
    goal: SECOND,
    isSeen: () => document.querySelector('[data-edited="shared-ui"]') !== null,
  },
  {
    what: 'the API',
    file: 'api/src/routes/operation.ts',
    from: ".header('cache-control', 'no-store')",
    to: ".header('cache-control', 'no-store').header('x-edited', '1')",
    goal: 3 * SECOND,
  },
];

const LONGEST_MS = 60_000;
const POLL_MS = 20;
const READY = 'From here on a change is seen at once.';

/** Copies the sources and builds of the whole site. With the builds, the start takes seconds. */
export async function copySite(): Promise<WorkspaceCopy> {
  const apps = workspaceApps();
  const copy = await copyWorkspace(...apps, 'api', 'payment-sandbox');
  // Under root the database runs as its own user, who must reach the folder.
  await chmod(copy.root, 0o755);
  for (const app of apps) await cp(join(packageDir(app), 'dist'), join(copy.root, app, 'dist'), { recursive: true });
  return copy;
}

/** Ports of the site, the API, and the other servers. */
export const devPorts = (): Promise<number[]> => Promise.all(Array.from({ length: 5 }, () => freePort()));

/** Starts `npm run dev` in a folder. @param apps default: all @returns once it is ready, with its output lines */
export async function startDev(root: string, ports: readonly number[], ...apps: string[]) {
  const [site = 0, api = 0, ...others] = ports;
  const env = {
    ...process.env,
    DATA_DIR: join(root, 'var'),
    RELEASES_URL: '',
    PORT: String(site),
    COMPOSER_PRIVATE_PORT: String(others[0]),
    API_PORT: String(api),
    API_PRIVATE_PORT: String(others[1]),
    PAYMENT_SANDBOX_PORT: String(others[2]),
    SITE_ORIGIN: `http://localhost:${site}`,
    API_ORIGIN: '',
  };
  const lines: string[] = [];
  return new Promise<Service & { lines: readonly string[] }>((resolve, reject) => {
    const service = startService('dev', {
      args: ['--import', 'tsx', join(root, 'platform', 'tooling', 'src', 'cli.ts'), 'dev', ...apps],
      cwd: root,
      env,
      onLine(line) {
        lines.push(line);
        if (line.includes(READY)) resolve({ ...service, lines });
      },
    });
    void service.ended.then((code) => reject(new Error(`dev ended with ${code}:\n${lines.slice(-20).join('\n')}`)));
  });
}

export const until = (what: string, isSo: () => Promise<boolean>) => eventually(what, LONGEST_MS, isSo, POLL_MS);

const ROUNDS = 3;

const isInApi = async (api: string): Promise<boolean | undefined> => {
  const answer = await fetch(`${api}/healthz`).catch(() => undefined);
  return answer?.ok ? answer.headers.has('x-edited') : undefined;
};

async function timesOf(edit: Edit, copy: WorkspaceCopy, page: Page, api: string): Promise<number[]> {
  const { what, file, from, to, isSeen } = edit;
  // The call fails while the page reloads.
  const look = () => (isSeen ? page.evaluate(isSeen).catch(() => undefined) : isInApi(api));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await copy.edit(file, from, to);
    await until(what, async () => (await look()) === true);
    times.push(performance.now() - started);
    await copy.edit(file, to, from);
    await until(`${what}, undone`, async () => (await look()) === false);
  }
  // Wait for the last page load of this edit, so that the next edit does not count it.
  await page.waitForLoadState();
  return times;
}

export async function measureDev(): Promise<Value[]> {
  const copy = await copySite();
  atEnd(() => copy.remove());
  const ports = await devPorts();
  const service = await startDev(copy.root, ports);
  atEnd(() => stopServices([service]));
  const page = await (await startBrowser()).newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  await page.goto(`http://localhost:${ports[0]}/blog`);
  await alive(page);
  const values: Value[] = [];
  for (const edit of EDITS) {
    loads = 0;
    const seconds = median(await timesOf(edit, copy, page, `http://localhost:${ports[1]}`)) / 1000;
    // Each round changes the file and changes it back.
    if (loads > 2 * ROUNDS)
      throw new Error(`The page was loaded ${loads} times for ${2 * ROUNDS} edits of ${edit.file}.`);
    const seen = edit.isSeen ? 'is visible' : 'answers';
    values.push(promised(`${edit.what} edited in npm run dev ${seen}`, seconds, 's', '<', edit.goal / 1000));
  }
  if (thrown.length > 0) throw new Error(`The page threw: ${thrown.join('; ')}`);
  return values;
}
