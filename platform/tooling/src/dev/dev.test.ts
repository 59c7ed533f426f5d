import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { ROOT, SITE_DIR, SITE_ROOT } from '../paths';
import { startServices } from '../start/services';
import { affectedBy, dev, hasEffect, sourcesOf, watchSources } from './dev';
import { siteHeaders } from './standalone';

jest.mock('../start/build/build-all', () => ({ buildApps: jest.fn(), buildServers: jest.fn() }));
jest.mock('../start/publish-all', () => ({ publishAll: jest.fn() }));
jest.mock('../start/services', () => ({
  lineTeller: jest.fn(),
  requireServicePorts: jest.fn(),
  startServices: jest.fn(),
}));
jest.mock('../types/types', () => ({ writeSiteTypes: jest.fn() }));

test('Ctrl+C ends its services, and none is started again', async () => {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  jest.mocked(startServices).mockImplementationOnce(async ({ signal }) => {
    process.listeners('SIGINT').at(-1)?.('SIGINT');
    signal?.throwIfAborted();
    return [];
  });
  await expect(dev(['shell'])).rejects.toThrow('Stopped before it was ready.');
  await new Promise(setImmediate);
  expect(exit).toHaveBeenCalledWith(0);
  exit.mockRestore();
});

describe('what is affected', () => {
  const APPS = ['shell', 'articles', 'shop'];
  const port = { variable: 'BACK_END_PORT', default: 3100 };
  const site: Partial<SiteDefinition> = {
    navigation: { file: 'navigation.json', what: 'links', schema: expect.anything() },
    services: [{ name: 'back-end', folder: '../back-end', port, alsoMadeOf: ['../platform/contracts', 'owner.json'] }],
    sharedSources: ['../design'],
    sources: { pictures: '../pictures', facts: 'facts.json' },
  };
  const sources = sourcesOf(site as SiteDefinition);

  it.each([
    [join(SITE_ROOT, 'articles/src/pages/list/List.tsx'), ['articles'], []],
    [join(SITE_ROOT, 'design/src/components/Tabs/Tabs.tsx'), APPS, []],
    [join(ROOT, 'platform/contracts/src/page/head.ts'), APPS, ['back-end', 'composer']],
    [join(ROOT, 'platform/shell-kit/src/start.ts'), APPS, []],
    [join(SITE_ROOT, 'pictures/apron.svg'), APPS, []],
    [join(SITE_DIR, 'facts.json'), APPS, ['composer']],
    [join(SITE_ROOT, 'shell/browser/main.ts'), ['shell'], []],
    [join(ROOT, 'platform/composer/src/app.ts'), [], ['composer']],
    [join(SITE_ROOT, 'back-end/src/orders/create.ts'), [], ['back-end']],
    [join(SITE_DIR, 'owner.json'), [], ['back-end', 'composer']],
    [join(SITE_DIR, 'navigation.json'), [], ['composer']],
    [join(ROOT, 'docs/settings.md'), [], []],
  ])('an edit of %s is seen after building %j and restarting %j', (path, apps, services) => {
    expect(affectedBy(path, APPS, sources)).toEqual({ apps, services });
  });

  it('leaves apps alone that are not rebuilt in this session', () => {
    expect(affectedBy(join(SITE_ROOT, 'articles/src/app.tsx'), ['shop'], sources).apps).toEqual([]);
  });

  it.each([
    'articles/dist/1.0.0/render.mjs',
    'articles/src/routes.test.ts',
    'api/test/cli.ts',
    'README.md',
    '.git/HEAD',
  ])('does nothing for %s', (path) => {
    expect(hasEffect(join(ROOT, path))).toBe(false);
  });

  it('takes content and styles for sources', () => {
    expect(hasEffect(join(ROOT, 'articles/src/content/list.content.json'))).toBe(true);
    expect(hasEffect(join(ROOT, 'design/src/components/Tabs/Tabs.module.css'))).toBe(true);
  });
});

describe('headers of the site', () => {
  const ENTRY = '/_remote/entry.js';
  const allowed = (origin: string | undefined, url = ENTRY) =>
    siteHeaders({ url, headers: { origin } } as IncomingMessage)['access-control-allow-origin'];

  const before = process.env.SITE_ORIGIN;
  afterEach(() => {
    if (before === undefined) delete process.env.SITE_ORIGIN;
    else process.env.SITE_ORIGIN = before;
  });

  it.each(['http://localhost:3000', 'http://127.0.0.2:8080'])('a site at %s may take the build in', (origin) => {
    expect(allowed(origin)).toBe(origin);
  });

  it('the site that is named may, and nobody else', () => {
    process.env.SITE_ORIGIN = 'https://staging.example';
    expect(allowed('https://staging.example')).toBe('https://staging.example');
    for (const other of ['https://evil.example', 'http://localhost.evil.example', undefined]) {
      expect(allowed(other)).toBeUndefined();
    }
  });

  it('the standalone page is for itself', () => {
    expect(allowed('http://localhost:3000', '/_standalone/standalone.js')).toBeUndefined();
  });
});

describe('watching sources', () => {
  /** Wait for the events of one change, which a busy machine reports with pauses. */
  const SETTLE_MS = 300;

  let folder: string;
  let file: string;
  let watcher: Awaited<ReturnType<typeof watchSources>>;
  let next: (changed: string[]) => void;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'watched-'));
    file = join(folder, 'page.tsx');
    writeFileSync(file, 'export const text = 1;\n');
    watcher = await watchSources([folder], (changed) => next(changed), SETTLE_MS);
  });
  afterEach(async () => {
    await watcher.close();
    rmSync(folder, { recursive: true });
  });

  const changedBy = (work: () => void): Promise<string[]> => {
    const changes = new Promise<string[]>((resolve) => {
      next = resolve;
    });
    work();
    return changes;
  };

  it('goes on seeing a file after it was replaced, as git and sed do', async () => {
    const replace = () => {
      writeFileSync(`${file}.new`, `${Math.random()}`);
      renameSync(`${file}.new`, file);
    };
    for (let round = 0; round < 3; round += 1) expect(await changedBy(replace)).toContain(file);
    expect(await changedBy(() => execFileSync('sed', ['-i', 's/0/1/', file]))).toContain(file);
    expect(await changedBy(() => writeFileSync(file, 'written'))).toContain(file);
  });

  it('tells many changes at once', async () => {
    const others = ['a.ts', 'b.ts', 'c.ts'].map((name) => join(folder, name));
    const changed = await changedBy(() => {
      for (const other of others) writeFileSync(other, '');
    });
    expect(changed.sort()).toEqual(others);
  });

  it('says nothing of tests', async () => {
    const changed = await changedBy(() => {
      writeFileSync(join(folder, 'page.test.tsx'), '');
      writeFileSync(file, 'changed');
    });
    expect(changed).toEqual([file]);
  });
});
