import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewsOf } from '@wholepage/releases/preview/preview';
import { publish } from '@wholepage/releases/publish';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { builtRelease, newStore, route } from '@wholepage/releases/testing/built-release';
import { type PinnedTrust, pinnedTrust } from '@wholepage/releases/testing/pinned-trust';
import { packageDir } from '../paths';
import { tsx } from '../run/spawn';
import { type FakeHost, fakeGithub, fakeGitlab } from '../testing/fake-hosts';
import { type ChangeTools, endPreview, hostOf, showPreview, touchedApps } from './pull-request';

const APP = 'mf-blog';
/** The most apps that one preview shows. */
const APPS = [APP, ...Array.from({ length: 19 }, (_, index) => `mf-app-${index}`)];
const STRANGER = '<!-- preview of this change -->\n[Open the preview](https://evil.example)';

let place: string;
let site: PinnedTrust;
const fakes: FakeHost[] = [];
beforeEach(async () => {
  Object.assign(process.env, { SITE_ORIGIN: 'https://www.example/', PREVIEW_ORIGIN: 'https://preview.example/' });
  place = await newStore();
  site = await pinnedTrust(Object.fromEntries(APPS.map((app) => [app, [`/${app.slice('mf-'.length)}`]])), {
    asha: { actions: ['*'], apps: ['*'] },
    ci: { actions: [], apps: [] },
  });
  const { keys } = site.pins.steps.ci as { keys: string[] };
  delete site.pins.steps.ci;
  site.pins.preview = keys;
  await site.write();
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const fake of fakes.splice(0)) fake.close();
});

const github = async () => {
  const fake = await fakeGithub();
  const env = { GITHUB_API_URL: fake.origin, GITHUB_SERVER_URL: 'https://github.example', PULL_REQUEST: '12' };
  return { fake, host: hostOf({ ...env, GITHUB_REPOSITORY: 'team/site', GITHUB_TOKEN: 'secret-token' }) };
};
const gitlab = async () => {
  const fake = await fakeGitlab();
  const env = { GITLAB_CI: 'true', CI_API_V4_URL: fake.origin, CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '12' };
  return { fake, host: hostOf({ ...env, GITLAB_TOKEN: 'secret-token' }) };
};

/** Tools whose builds have the given versions, one for each push. */
const toolsFor = (host: ChangeTools['host'], versions: string[]): ChangeTools => ({
  host,
  place,
  trust: site.as('ci'),
  publish: async (app) => {
    const version = versions.shift() ?? '';
    const routes = [route(`/${app.slice('mf-'.length)}`)];
    await publish(place, app, version, await builtRelease(version, { app, routes }), site.trust);
    return version;
  },
  gate: async (app, version) => ({
    ...{ app, version, summary: `${app} ${version} may not go live: sizes failed` },
    lines: ['✗ sizes ``` <img src=x onerror=alert(1)> | @everyone'],
  }),
  takePictures: async (pages) =>
    pages.flatMap(({ name, url }) =>
      [390, 1440].map((width) => ({ name: `${name}-${width}.jpg`, bytes: Buffer.from(url) })),
    ),
});

describe.each([
  ['GitHub', github],
  ['GitLab', gitlab],
])('a pull request on %s', (_name, open) => {
  test('has one preview and one comment, which follow its pushes and end with it', async () => {
    const { fake, host } = await open();
    fakes.push(fake);
    fake.comments.set(1, { body: STRANGER, isOurs: false });
    const tools = toolsFor(host, ['1.0.0', '1.1.0']);
    await showPreview(tools, [APP]);
    const [first] = await previewsOf(folderStore(place, site.trust));
    expect(first).toMatchObject({ releases: { [APP]: '1.0.0' } });
    await showPreview(tools, [APP]);
    expect(await previewsOf(folderStore(place, site.trust))).toMatchObject([
      { id: first?.id, releases: { [APP]: '1.1.0' } },
    ]);
    expect(fake.comments.get(1)).toEqual({ body: STRANGER, isOurs: false });
    expect(fake.comments.size).toBe(2);
    const { body = '' } = fake.comments.get(2) ?? {};
    expect(body).toContain(`(https://preview.example/blog?preview=${first?.id})`);
    expect(body).toContain('| mf-blog | 1.1.0 | mf-blog 1.1.0 may not go live: sizes failed |');
    expect(body.match(/!\[\/blog at (?:390|1440), (?:before|after)\]\(\S+\.jpg\S*\)/g)).toHaveLength(4);
    expect(fake.references.size + fake.files.size).toBe(fake.files.size > 0 ? 4 : 1);

    await endPreview(tools, 'The request is closed, and its preview has ended.');
    expect(await previewsOf(folderStore(place, site.trust))).toEqual([]);
    expect(fake.comments.get(2)?.body).toMatch(/its preview has ended\.$/);
    expect([fake.references.size, fake.files.size, fake.comments.size]).toEqual([0, 0, 2]);
    await endPreview(tools, 'Ended again.');
  });

  test('that touches no app, or more than a preview shows, has neither; a text of the change stays text', async () => {
    const { fake, host } = await open();
    fakes.push(fake);
    const tools = toolsFor(host, ['1.0.0']);
    await showPreview(tools, []);
    expect(fake.comments.size).toBe(0);
    await showPreview(tools, [APP]);
    const { body = '' } = fake.comments.get(1) ?? {};
    expect(body).toContain("```text\n✗ sizes ''' <img src=x onerror=alert(1)> | @everyone\n```");
    await showPreview(tools, []);
    expect(fake.comments.get(1)?.body).toContain('touches no app');
    await showPreview(tools, [...APPS, 'mf-one-more']);
    expect(fake.comments.get(1)?.body).toContain('touches 21 apps, and a preview shows at most 20.');
    expect(console.log).toHaveBeenLastCalledWith(expect.stringContaining('touches 21 apps'));
    expect(await previewsOf(folderStore(place, site.trust))).toEqual([]);
  });

  test('of more apps than a comment has room for says something of each', async () => {
    const { fake, host } = await open();
    fakes.push(fake);
    const tools = toolsFor(
      host,
      APPS.map(() => '1.0.0'),
    );
    const lines = ['✗ sizes', ...Array.from({ length: 99 }, () => 'x'.repeat(99))];
    await showPreview({ ...tools, gate: async (...of) => ({ ...(await tools.gate(...of)), lines }) }, APPS);
    const { body = '' } = fake.comments.get(1) ?? {};
    expect(body.length).toBeLessThan(65_536);
    expect(body.match(/^✗ sizes\nxxx/gm)).toHaveLength(APPS.length);
  });

  test('says what the host refused, and no token', async () => {
    const { fake, host } = await open();
    fake.close();
    const tools = toolsFor(host, ['1.0.0']);
    await expect(showPreview(tools, [APP])).rejects.not.toThrow('secret-token');
  });
});

test('an app is touched by any file of it, whatever its name, in a workspace within a repository, too', () => {
  const repository = mkdtempSync(join(tmpdir(), 'touched-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: repository });
  try {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'before');
    mkdirSync(join(repository, 'web', APP), { recursive: true });
    writeFileSync(join(repository, 'web', APP, 'Öl.md'), '');
    git('add', '.');
    git('commit', '-q', '-m', 'after');
    expect(touchedApps('HEAD~1', join(repository, 'web'))).toEqual([APP]);
  } finally {
    rmSync(repository, { recursive: true });
  }
});

test('a host that does not answer is named, and what was asked of it', async () => {
  const env = { GITHUB_API_URL: 'http://127.0.0.1:9', GITHUB_SERVER_URL: 'https://code.example' };
  const host = hostOf({ ...env, GITHUB_REPOSITORY: 'team/site', GITHUB_TOKEN: 'secret-token', PULL_REQUEST: '7' });
  await expect(host.ours()).rejects.toThrow(
    'GET /repos/team/site/issues/7/comments?per_page=100&page=1 was not answered by http://127.0.0.1:9.',
  );
});

test('a clone that lacks the base says what to do, and nothing else', () => {
  const words = [
    '--import',
    tsx(),
    join(packageDir('tooling'), 'src', 'cli.ts'),
    'pull-request',
    'show',
    'origin/none',
  ];
  const env = { GITHUB_API_URL: 'http://localhost', GITHUB_SERVER_URL: 'http://localhost', GITHUB_REPOSITORY: 'a/b' };
  const { stderr } = spawnSync(process.execPath, words, {
    env: { ...process.env, GITLAB_CI: '', ...env, PULL_REQUEST: '1', GITHUB_TOKEN: 'x' },
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'git finds no way from origin/none to HEAD: name a commit that is here, of a clone with all history.\n',
  );
});

test("a pull request's key shows and promotes nothing", async () => {
  const { fake, host } = await github();
  fakes.push(fake);
  const tools = toolsFor(host, ['1.0.0']);
  await showPreview(tools, [APP]);
  await expect(promote(place, APP, '1.0.0', { trust: site.as('ci') })).rejects.toMatchObject({ refusal: 'not-signed' });
  expect(fake.headers.every(({ authorization }) => authorization === 'Bearer secret-token')).toBe(true);
});
