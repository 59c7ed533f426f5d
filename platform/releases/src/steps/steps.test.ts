import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_VERSION, HOSTED_CONTRACTS } from '@wholepage/contracts/release';
import * as z from 'zod';
import { startCanary, stopCanary } from '../canary/canary';
import { follow, Generations } from '../registry/follow';
import { REGISTRY_FILE, readHistory, readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { folderStore } from '../store/folder-store';
import { builtRelease, ENTRY, editRegistry, live, newStore, release, route } from '../testing/built-release';
import { type PinnedTrust, pinnedTrust } from '../testing/pinned-trust';
import { lock, promote, retire, rollback, unlock } from './steps';

const fragmentWith = (style: string) => ({
  ...{ name: 'card', when: 'server', maxAge: 0, cookies: [], interactive: false, js: [] },
  css: [style],
});

describe('promoting', () => {
  test('a published release is never written again', async () => {
    const store = await newStore();
    await release(store, '1.0.0');
    const other = await builtRelease('1.0.0', { builtAt: 'later' });
    expect(await publish(store, 'mf-blog', '1.0.0', other)).toBe(false);
    expect(await readFile(join(store, 'mf-blog', '1.0.0', 'release.json'), 'utf8')).toContain('2026-11-21');
  });

  test('two teams may publish the same release at the same moment', async () => {
    const store = await newStore();
    const dir = await builtRelease('1.0.0');
    const fresh = await Promise.all([1, 2].map(() => publish(store, 'mf-blog', '1.0.0', dir)));
    expect(fresh.filter(Boolean)).toHaveLength(1);
    await promote(store, 'mf-blog', '1.0.0');
    expect(await readdir(join(store, 'mf-blog'))).toEqual(['1.0.0']);
  });

  test('a publication that broke off is taken up again', async () => {
    const store = await newStore();
    await mkdir(join(store, 'mf-blog', '1.0.0'), { recursive: true });
    await writeFile(join(store, 'mf-blog', '1.0.0', ENTRY), '/* 1.0');
    await release(store, '1.0.0');
    expect(await live(store)).toBe('1.0.0');
  });

  test.each([
    ['is another app', { app: 'mf-courses' }, /describes mf-courses/],
    [
      'names files that it does not have',
      { entry: { browser: 'gone.js', node: 'node/render.mjs', js: [], css: [] } },
      /does not have: gone\.js/,
    ],
    ['names them for a fragment', { fragments: [fragmentWith('gone.css')] }, /does not have: gone\.css/],
  ])('a release that %s is not promoted', async (_what, change, message) => {
    const store = await newStore();
    await release(store, '1.0.0');
    await publish(store, 'mf-blog', '1.1.0', await builtRelease('1.1.0', change));
    await expect(promote(store, 'mf-blog', '1.1.0')).rejects.toThrow(message);
    expect(await live(store)).toBe('1.0.0');
  });

  test('a release that is not in the store is not promoted, and those that are get named', async () => {
    const store = await newStore();
    await expect(promote(store, 'mf-blog', '9.9.9')).rejects.toThrow(
      /9\.9\.9 is not in .*npm run wholepage -- publish mf-blog/,
    );
    await release(store, '1.0.0');
    await expect(promote(store, 'mf-blog', '9.9.9')).rejects.toThrow(/There are 1\.0\.0\./);
    // Six builds of one version differ only in their hashes: the error names the last published.
    for (const hash of ['f', 'a', 'e', 'b', 'd'])
      await publish(store, 'mf-blog', `1.0.0-${hash}`, await builtRelease(`1.0.0-${hash}`));
    await expect(promote(store, 'mf-blog', '9.9.9')).rejects.toThrow(
      /There are 1\.0\.0-d, 1\.0\.0-b, 1\.0\.0-e, 1\.0\.0-a, 1\.0\.0-f and older ones\./,
    );
  });

  test.each([
    [
      'files outside its folder',
      { entry: { browser: '../../etc/passwd', node: 'x', js: [], css: [] } },
      'entry.browser',
    ],
    ['what changes the HTML of all pages', { routes: [{ ...route('/a'), menu: 'A\0' }] }, 'routes.0.menu'],
    ['what breaks the headers of pages', { fragments: [fragmentWith('a\r\nb.css')] }, 'fragments.0.css.0'],
    ['more pages than the menu of a site holds', { routes: Array(501).fill(route('/a')) }, 'routes'],
  ])('a release that names %s is not even published', async (_what, change, place) => {
    await expect(release(await newStore(), '1.0.0', change)).rejects.toThrow(`not a release manifest: "${place}"`);
  });

  test('a release whose bytes were changed after the build is not promoted', async () => {
    const store = await newStore();
    await publish(store, 'mf-blog', '1.0.0', await builtRelease('1.0.0'));
    await writeFile(join(store, 'mf-blog', '1.0.0', ENTRY), 'alert(1)');
    await expect(promote(store, 'mf-blog', '1.0.0')).rejects.toThrow(/changed after it was published/);
  });

  test('a manifest that is half written is refused in words', async () => {
    const store = await newStore();
    await publish(store, 'mf-blog', '1.0.0', await builtRelease('1.0.0'));
    await writeFile(join(store, 'mf-blog', '1.0.0', 'release.json'), '{"app": "mf-bl');
    await expect(promote(store, 'mf-blog', '1.0.0')).rejects.toThrow(/not a release manifest/);
  });

  beforeEach(async () => {
    // Each test pins its own paths.
    process.env['DATA_DIR'] = await mkdtemp(join(tmpdir(), 'data-'));
  });

  test.each([
    [
      'the page of another remote',
      '/courses/:id',
      '/courses/2',
      /claims \/courses\/2, but \/courses\/:id is mf-courses's\./,
    ],
    ['every page of one level', '/courses', '/:any', /claims \/:any, but \/courses is mf-courses's\./],
    ['a path beneath a pattern', '/courses/:id', '/courses/2/jobs', /claims \/courses\/2\/jobs, but \/courses\/:id is/],
    ['a pattern above a path', '/courses/2/jobs', '/courses/:id', /claims \/courses\/:id, but \/courses\/2\/jobs is/],
    ['the way to the API', '/courses', '/api/save-form', /the site's own/],
    ['a path of no segments', '/courses', '/*', /"routes\.0\.path" is not usable: must be a path of segments/],
    ['a path in other letters', '/courses', '/Courses', /must be a path of segments/],
    ['release files', '/courses', '/_releases/:app', /must be a path of segments/],
    ['the answer to a probe', '/courses', '/readyz', /the site's own/],
  ])('a release that claims %s is not promoted', async (_what, owned, claimed, message) => {
    const store = await newStore();
    await release(store, '1.0.0', { app: 'mf-courses', routes: [route(owned)] });
    await release(store, '1.0.0', { routes: [route('/blog'), route('/blog/:slug')] });
    await expect(release(store, '1.1.0', { routes: [route(claimed)] })).rejects.toThrow(message);
    expect(await live(store)).toBe('1.0.0');
  });

  test.each(['/courses', '/:any'])(
    'a release that claims %s takes nothing while it is only published: who promotes it first has it',
    async (path) => {
      const store = await newStore();
      await publish(store, 'mf-evil', '1.0.0', await builtRelease('1.0.0', { app: 'mf-evil', routes: [route(path)] }));
      for (const version of ['1.0.0', '1.1.0'])
        await release(store, version, { app: 'mf-courses', routes: [route('/courses')] });
      await rollback(store, 'mf-courses');
      expect(await live(store, 'mf-courses')).toBe('1.0.0');
      await expect(promote(store, 'mf-evil', '1.0.0')).rejects.toThrow(
        `mf-evil 1.0.0 claims ${path}, but /courses is mf-courses's.`,
      );
    },
  );

  test('a page beneath a plain path of another remote is promoted', async () => {
    const store = await newStore();
    await release(store, '1.0.0', { app: 'mf-courses', routes: [route('/courses')] });
    await release(store, '1.0.0', { app: 'mf-careers', routes: [route('/courses/jobs')] });
    expect(await live(store, 'mf-careers')).toBe('1.0.0');
  });

  test('an app that nobody has heard of is released like any other', async () => {
    const store = await newStore();
    await release(store, '1.0.0', { app: 'mf-careers', routes: [route('/careers')] });
    expect(await live(store, 'mf-careers')).toBe('1.0.0');
  });

  test('a shell hosts a range of contracts: a remote outside it is refused, and a shell that would leave one alone', async () => {
    const today = CONTRACT_VERSION;
    const next = today + 1;
    const store = await newStore();
    await release(store, '1.0.0', { app: 'shell', contract: today, hosts: HOSTED_CONTRACTS });
    await release(store, '1.0.0', { contract: today });
    await release(store, '1.1.0', { app: 'shell', contract: next, hosts: { min: today, max: next } });
    await release(store, '1.1.0', { app: 'mf-courses', contract: next });
    await expect(release(store, '1.2.0', { contract: next + 1 })).rejects.toThrow(
      `mf-blog 1.2.0 speaks contract ${next + 1}; the live shell hosts ${today} to ${next}.`,
    );
    await expect(
      release(store, '1.2.0', { app: 'shell', contract: next, hosts: { min: next, max: next } }),
    ).rejects.toThrow(`shell 1.2.0 hosts contract ${next}, but mf-blog 1.0.0 speaks ${today}.`);
  });

  test('a remote that the canary of the shell does not host is refused while that runs', async () => {
    const [today, next] = [CONTRACT_VERSION, CONTRACT_VERSION + 1];
    const store = await newStore();
    await release(store, '1.0.0', { app: 'shell', contract: today, hosts: { min: today, max: next } });
    await release(store, '1.0.0', { contract: next });
    const canary = { app: 'shell', contract: next, hosts: { min: next, max: next } };
    await publish(store, 'shell', '2.0.0', await builtRelease('2.0.0', canary));
    await startCanary(store, 'shell', '2.0.0', 10);
    await expect(release(store, '1.0.0', { app: 'mf-courses', contract: today })).rejects.toThrow(
      `mf-courses 1.0.0 speaks contract ${today}; the canary of the shell hosts ${next}.`,
    );
    await stopCanary(folderStore(store), 'shell');
    await promote(store, 'mf-courses', '1.0.0');
    await publish(store, 'mf-courses', '1.1.0', await builtRelease('1.1.0', { app: 'mf-courses', contract: next }));
    await startCanary(store, 'mf-courses', '1.1.0', 10);
    await expect(
      release(store, '3.0.0', { app: 'shell', contract: today, hosts: { min: today, max: today } }),
    ).rejects.toThrow(/^shell 3\.0\.0 hosts contract \d+, but mf-(blog 1\.0\.0|courses 1\.1\.0) speaks/);
    await retire(store, 'mf-blog');
    await expect(promote(store, 'shell', '3.0.0')).rejects.toThrow('but mf-courses 1.1.0 speaks');
  });

  test('teams that release at the same moment do not undo each other', async () => {
    const store = await newStore();
    const apps = Array.from({ length: 12 }, (_, index) => `mf-team-${index}`);
    for (const app of apps) await publish(store, app, '1.0.0', await builtRelease('1.0.0', { app }));
    await Promise.all(apps.map((app) => promote(store, app, '1.0.0')));
    const registry = await readRegistry(folderStore(store));
    expect(registry.generation).toBe(apps.length);
    expect(Object.keys(registry.microFrontends).sort()).toEqual([...apps].sort());
    expect(await readdir(join(store, 'history'))).toHaveLength(apps.length);
  });

  test.each([
    ['lost', (file: string) => rm(file)],
    ['garbled', (file: string) => writeFile(file, '{"schema": "x", "microFro')],
  ])('a registry that was %s is restored with the next step, the other apps included', async (_how, harm) => {
    const store = await newStore();
    await release(store, '1.0.0', { app: 'mf-courses' });
    await release(store, '1.0.0');
    await harm(join(store, 'registry.json'));
    await release(store, '1.1.0');
    expect(await live(store, 'mf-courses')).toBe('1.0.0');
    expect(await live(store)).toBe('1.1.0');
    expect((await readRegistry(folderStore(store))).generation).toBe(3);
  });

  test('a registry that is there but cannot be read is left alone', async () => {
    const store = await newStore();
    await release(store, '1.0.0');
    await rm(join(store, 'registry.json'));
    await mkdir(join(store, 'registry.json'));
    await expect(release(store, '1.1.0')).rejects.toThrow(/registry\.json cannot be read/);
  });

  test("an entry that is malformed is its own app's trouble, until that app gets a new release", async () => {
    const store = await newStore();
    await release(store, '1.0.0');
    const file = join(store, 'registry.json');
    const registry = JSON.parse(await readFile(file, 'utf8'));
    registry.microFrontends['mf-odd'] = [{ url: 7 }];
    await writeFile(file, JSON.stringify(registry));
    await expect(live(store, 'mf-odd')).rejects.toThrow(/entry of mf-odd is malformed at "0\.url"/);
    await release(store, '1.1.0');
    expect(await live(store)).toBe('1.1.0');
    await release(store, '1.0.0', { app: 'mf-odd' });
    expect(await live(store, 'mf-odd')).toBe('1.0.0');
  });

  test('the registry is valid for frontend-discovery, and what is ours stands in its extras', async () => {
    const store = await newStore();
    for (const app of ['shell', 'mf-blog']) await release(store, '1.0.0', { app });
    await release(store, '1.1.0');
    const text = await readFile(join(store, 'registry.json'), 'utf8');
    const deployment = z.strictObject({
      url: z.string(),
      fallbackUrl: z.string().optional(),
      metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
      extras: z.looseObject({}).optional(),
      deployment: z.looseObject({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
    });
    // https://github.com/awslabs/frontend-discovery, schema/v1-pre.json permits no other member.
    const registrySchema = z.strictObject({
      schema: z.string(),
      microFrontends: z.record(z.string(), z.array(deployment)),
    });
    const { microFrontends } = registrySchema.parse(JSON.parse(text));
    expect(Object.keys(microFrontends)).toEqual(['shell', 'mf-blog', 'site']);
    expect(microFrontends.site?.[0]?.extras).toMatchObject({
      generation: 3,
      steps: { 'mf-blog': { version: '1.1.0' } },
    });
  });

  test('the history says who did what when and why, and outlives its own pruning', async () => {
    const store = await newStore();
    for (const version of ['1.0.0', '1.1.0']) await publish(store, 'mf-blog', version, await builtRelease(version));
    await promote(store, 'mf-blog', '1.0.0', { by: 'asha', why: 'first' });
    await rm(join(store, 'history'), { recursive: true });
    await promote(store, 'mf-blog', '1.1.0', { by: 'ravi', why: 'a typing error' });
    const history = await readHistory(folderStore(store));
    expect(history.map(({ generation, by, why, version }) => [generation, by, why, version])).toEqual([
      [2, 'ravi', 'a typing error', '1.1.0'],
      [1, 'asha', 'first', '1.0.0'],
    ]);
  });

  test('what is no part of a step is neither signed nor kept', async () => {
    const store = await newStore();
    await publish(store, 'mf-blog', '1.0.0', await builtRelease('1.0.0'));
    const said = { by: 'asha', why: 'new covers', plan: { next: [50] }, goal: 'enquiry' };
    await promote(store, 'mf-blog', '1.0.0', said);
    const [step] = await readHistory(folderStore(store), { limit: 1 });
    expect(step).toMatchObject({ by: 'asha', why: 'new covers' });
    expect(await readFile(join(store, REGISTRY_FILE), 'utf8')).not.toMatch(/"plan"|"goal"|"trust"/);
  });

  test('a step whose writer died before it was kept is kept by the next', async () => {
    const store = await newStore();
    await release(store, '1.0.0');
    const [kept = ''] = await readdir(join(store, 'history'));
    await rm(join(store, 'history', kept));
    expect(await readHistory(folderStore(store))).toHaveLength(1);
    await release(store, '1.1.0');
    expect(await readdir(join(store, 'history'))).toHaveLength(2);
  });
});

describe('rolling back', () => {
  async function released(...versions: string[]): Promise<string> {
    const store = await newStore();
    for (const version of versions) await release(store, version);
    return store;
  }

  /** Rolls back from the live release, like a person who sees it. */
  const back = async (store: string) => rollback(store, 'mf-blog', { from: (await live(store)) ?? '' });

  test('steps back one release at a time, and says when there is none', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await back(store);
    expect(await live(store)).toBe('1.1.0');
    await back(store);
    expect(await live(store)).toBe('1.0.0');
    await expect(back(store)).rejects.toThrow(/no earlier release/);
    await release(store, '1.3.0');
    await rollback(store, 'mf-blog');
    expect(await live(store)).toBe('1.0.0');
  });

  test('of two at the same moment the second is refused, so that nobody goes further back than meant', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    // Both rollbacks happen within one millisecond, as by two pipelines of one name.
    jest.spyOn(Date.prototype, 'toISOString').mockReturnValue(new Date().toISOString());
    const whys = ['the prices', 'the pictures'];
    const both = await Promise.allSettled(whys.map((why) => rollback(store, 'mf-blog', { why })));
    jest.restoreAllMocks();
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toMatch(
      /mf-blog 1\.2\.0 is not live any more: 1\.1\.0 is|was rolled back \d s ago/,
    );
    expect(await live(store)).toBe('1.1.0');
  });

  test('of two people with the same problem the second is refused, however late they saw the first step', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await rollback(store, 'mf-blog', { by: 'asha' });
    const again = rollback(store, 'mf-blog', { by: 'ravi' });
    await expect(again).rejects.toThrow(
      /mf-blog was rolled back \d s ago by asha, from 1\.2\.0 to 1\.1\.0\. To go further back, name the version/,
    );
    await expect(again).rejects.toMatchObject({ refusal: 'superseded' });
    await expect(rollback(store, 'mf-blog', { from: '1.2.0' })).rejects.toThrow('1.2.0 is not live any more: 1.1.0 is');
    expect(await live(store)).toBe('1.1.0');
  });

  test('goes on from what is followed, where a machine whose clock is an hour ahead took a step', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'],
      now: Date.now() + 3_600_000,
    });
    await rollback(store, 'mf-blog', { by: 'a machine that is ahead' });
    jest.useRealTimers();
    // Composers do not follow a step from the future yet: 1.2.0 is live.
    await rollback(store, 'mf-blog', { by: 'ravi' });
    const registry = await readRegistry(folderStore(store));
    expect((await follow(folderStore(store), registry)).apps['mf-blog']?.live?.metadata.version).toBe('1.1.0');
  });

  test('is refused as a second one, whatever locks came in between', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await rollback(store, 'mf-blog', { by: 'asha' });
    await lock(store, 'mf-blog', new Date(Date.now() + 60_000), { why: 'rolled back' });
    await expect(rollback(store, 'mf-blog', { by: 'ravi', breaks: 'it is broken' })).rejects.toThrow(
      /was rolled back \d s ago by asha/,
    );
  });

  test('goes on from a version that somebody named', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0', '1.3.0');
    await rollback(store, 'mf-blog', { version: '1.1.0' });
    await back(store);
    expect(await live(store)).toBe('1.0.0');
  });

  test('never restores what was taken back, however often it was released', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await promote(store, 'mf-blog', '1.1.0');
    await promote(store, 'mf-blog', '1.1.0');
    await back(store);
    expect(await live(store)).toBe('1.2.0');
    await back(store);
    expect(await live(store)).toBe('1.0.0');
  });

  test('passes over what was taken back before a release that failed as well', async () => {
    const store = await released('1.0.0', '1.1.0');
    await back(store);
    await release(store, '1.2.0');
    await back(store);
    expect(await live(store)).toBe('1.0.0');
  });

  test('passes over each release that was taken back, the one before the last as well', async () => {
    const store = await released('1.2.0', '1.0.0');
    await promote(store, 'mf-blog', '1.2.0');
    await back(store);
    await release(store, '1.1.0');
    await back(store);
    expect(await live(store)).toBe('1.0.0');
    await expect(back(store)).rejects.toThrow(/no earlier release/);
  });

  test('takes a version that was taken back when somebody promotes it again', async () => {
    const store = await released('1.0.0', '1.1.0');
    await back(store);
    await promote(store, 'mf-blog', '1.1.0');
    await release(store, '1.2.0');
    await back(store);
    expect(await live(store)).toBe('1.1.0');
  });

  test('goes to the version that is asked for', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await rollback(store, 'mf-blog', { version: '1.0.0' });
    expect(await live(store)).toBe('1.0.0');
    await expect(rollback(store, 'mf-blog', { version: '1.0.0' })).rejects.toThrow(/is live already/);
  });

  test('says what to do when the release before was deleted', async () => {
    const store = await released('1.0.0', '1.1.0', '1.2.0');
    await rm(join(store, 'mf-blog', '1.1.0'), { recursive: true });
    await expect(rollback(store, 'mf-blog')).rejects.toThrow(
      /1\.1\.0 is not in .*, or was pruned\. There are 1\.2\.0, 1\.0\.0\./,
    );
    expect(await live(store)).toBe('1.2.0');
  });

  test('does not give two remotes one path', async () => {
    const store = await newStore();
    // A path that moves between teams is pinned to both for a while.
    const { trust } = await pinnedTrust({ 'mf-blog': ['/blog', '/news'], 'mf-news': ['/news'] });
    await release(store, '1.0.0', { routes: [route('/blog'), route('/news')] }, trust);
    await release(store, '1.1.0', { routes: [route('/blog')] }, trust);
    await release(store, '1.0.0', { app: 'mf-news', routes: [route('/news')] }, trust);
    await expect(rollback(store, 'mf-blog', { trust })).rejects.toThrow("claims /news, but /news is mf-news's");
    expect(await live(store)).toBe('1.1.0');
  });

  test('names an app that was never released', async () => {
    const store = await released('1.0.0');
    await expect(rollback(store, 'mf-nobody')).rejects.toThrow(/mf-nobody has no live release/);
  });
});

describe('retiring', () => {
  const releases = async (place: string) => releasesOf(await readRegistry(folderStore(place)), 'mf-blog');

  test('a first release is taken off, and comes back when it is promoted again', async () => {
    const place = await newStore();
    await release(place, '1.0.0', { routes: [route('/blog')] });
    await retire(place, 'mf-blog', { by: 'asha', why: 'a mistake' });
    expect(await live(place)).toBeUndefined();
    // The retired release's files stay for open tabs.
    expect((await releases(place)).previous?.metadata.version).toBe('1.0.0');
    await promote(place, 'mf-blog', '1.0.0');
    expect(await live(place)).toBe('1.0.0');
    // After a return, whether of the retired release or of another one, a rollback is possible.
    await release(place, '1.1.0');
    await retire(place, 'mf-blog');
    await promote(place, 'mf-blog', '1.1.0');
    expect((await releases(place)).previous?.metadata.version).toBe('1.0.0');
    await retire(place, 'mf-blog');
    await release(place, '1.2.0');
    await rollback(place, 'mf-blog');
    expect(await live(place)).toBe('1.1.0');
    await rollback(place, 'mf-blog', { from: '1.1.0' });
    expect(await live(place)).toBe('1.0.0');
  });

  test('what is not live is not retired', async () => {
    const place = await newStore();
    await release(place, '1.0.0');
    await retire(place, 'mf-blog');
    await expect(retire(place, 'mf-blog')).rejects.toThrow('mf-blog has no live release: there is nothing to retire.');
  });

  test('the shell is not retired', async () => {
    await expect(retire(await newStore(), 'shell')).rejects.toMatchObject({ refusal: 'unfit' });
  });
});

describe('the lock', () => {
  const APP = 'mf-blog';
  const OTHER = 'mf-courses';
  const HOUR_MS = 3_600_000;

  let place: string;
  let site: PinnedTrust;
  beforeEach(async () => {
    place = await newStore();
    site = await pinnedTrust(
      { [APP]: [], [OTHER]: [] },
      {
        admin: { actions: ['*'], apps: ['*'] },
        team: { actions: ['promote', 'canary', 'rollback', 'retire', 'stop', 'lock', 'unlock'], apps: [APP, OTHER] },
      },
    );
    for (const app of [APP, OTHER])
      for (const version of ['1.0.0', '1.1.0', '1.2.0'])
        await publish(place, app, version, await builtRelease(version, { app }), site.trust);
    for (const app of [APP, OTHER])
      for (const version of ['1.0.0', '1.1.0']) await promote(place, app, version, { trust: site.trust });
  });

  const inAnHour = () => new Date(Date.now() + HOUR_MS);
  const team = () => ({ trust: site.as('team') });
  const store = () => folderStore(place, site.trust);
  const followed = async (options: Parameters<typeof follow>[2] = {}) =>
    follow(store(), await readRegistry(store()), options);
  const live = async (app = APP) => (await followed()).apps[app]?.live?.metadata.version;

  test('a locked app stays as it is: every way to change it is refused with who, why and until when', async () => {
    await lock(place, APP, inAnHour(), { ...team(), by: 'ravi', why: 'the fair' });
    for (const attempt of [
      () => promote(place, APP, '1.2.0', team()),
      () => startCanary(place, APP, '1.2.0', 10, team()),
      () => rollback(place, APP, team()),
      () => retire(place, APP, team()),
    ]) {
      await expect(attempt()).rejects.toThrow(/^mf-blog is locked until .+ UTC by ravi: the fair\./);
      await expect(attempt()).rejects.toMatchObject({ refusal: 'locked' });
    }
    expect(await live()).toBe('1.1.0');
    await promote(place, OTHER, '1.2.0', team());
    expect(await live(OTHER)).toBe('1.2.0');
  });

  test('a locked site stays as it is, but a canary can be stopped', async () => {
    await startCanary(place, APP, '1.2.0', 10, team());
    await lock(place, 'site', inAnHour(), { trust: site.trust, by: 'asha', why: 'the sale' });
    await expect(promote(place, OTHER, '1.2.0', team())).rejects.toThrow(/^the site is locked until/);
    // Nothing is broken by it, so that it takes no right to break locks.
    await stopCanary(folderStore(place, site.as('team')), APP, { breaks: 'at once' });
    expect((await followed()).apps[APP]?.canary).toBeUndefined();
  });

  test('a lock is broken by right and with a reason, which the history keeps', async () => {
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    const breaks = 'prices are wrong';
    await expect(promote(place, APP, '1.2.0', { ...team(), breaks })).rejects.toThrow(
      'team may not break lock mf-blog',
    );
    await promote(place, APP, '1.2.0', { trust: site.trust, breaks });
    expect(await live()).toBe('1.2.0');
    expect((await readHistory(store()))[0]).toMatchObject({ action: 'promote', breaks });
  });

  test('a lock ends by itself, or is taken off', async () => {
    await lock(place, APP, inAnHour(), { ...team(), by: 'ravi', why: 'the fair' });
    const shorter = lock(place, APP, new Date(Date.now() + 60_000), { ...team(), why: 'a try' });
    await expect(shorter).rejects.toThrow(/^mf-blog is locked until .+ UTC by ravi: the fair\. Take that off first/);
    await unlock(place, APP, team());
    await promote(place, APP, '1.2.0', team());
    expect(await live()).toBe('1.2.0');
    await expect(unlock(place, APP, team())).rejects.toThrow('mf-blog is not locked.');
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'],
      now: Date.now() + 2 * HOUR_MS,
    });
    await promote(place, APP, '1.1.0', team());
    await expect(unlock(place, APP, team())).rejects.toThrow('mf-blog is not locked.');
    jest.useRealTimers();
  });

  test('a lock that somebody took out of the registry holds on', async () => {
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    const seen = new Generations();
    await followed({ seen });
    await editRegistry(place, (registry) => delete registry.locks);
    await promote(place, APP, '1.2.0', team());
    const { malformed, refused } = await followed({ seen });
    expect(malformed[APP]).toMatch(/^mf-blog is locked until/);
    expect(refused).toEqual(['The lock of mf-blog is gone from the registry: it holds on.']);
  });

  test.each([APP, 'site'])(
    'a step under a lock of %s is followed neither when it says to be of later nor when the lock is over',
    async (of) => {
      const began = Date.now();
      await lock(place, of, inAnHour(), { trust: site.trust, why: 'the fair' });
      const { steps = {}, microFrontends } = await readRegistry(store());
      const { signature: _own, ...last } = steps[APP] as Record<string, unknown>;
      for (const [at, now] of [
        [HOUR_MS + 60_000, HOUR_MS - 60_000],
        [0, 2 * HOUR_MS],
      ] as const) {
        const step = { ...last, generation: 9, at: new Date(began + at).toISOString() };
        const signature = site.as('team').signRecord('step', { ...step, deployments: microFrontends[APP] });
        await editRegistry(place, (registry) => {
          registry.steps[APP] = { ...step, signature };
        });
        expect((await followed({ now: began + now })).malformed[APP]).toMatch(/^(mf-blog|the site) is locked until/);
      }
    },
  );

  test('a lock that was taken off does not come back', async () => {
    const seen = new Generations();
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    const { locks } = await readRegistry(store());
    await unlock(place, APP, team());
    await followed({ seen });
    await editRegistry(place, (registry) => Object.assign(registry, { locks }));
    expect((await followed({ seen })).locks).toEqual({});
  });

  test('a lock takes nothing off: neither in place of a step, nor by saying that it is older', async () => {
    const seen = new Generations();
    await followed({ seen });
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    const { locks = {} } = await readRegistry(store());
    const { signature: _own, ...last } = locks[APP] as Record<string, unknown>;
    const older = { ...last, generation: 1 };
    await editRegistry(place, (registry) => {
      registry.locks[APP] = { ...older, signature: site.as('team').signRecord('step', older) };
    });
    const { malformed, locks: after } = await followed({ seen });
    expect([malformed, after[APP]?.generation]).toEqual([{}, 1]);
    await editRegistry(place, (registry) => {
      registry.steps[APP] = registry.locks[APP];
      registry.microFrontends[APP] = [];
    });
    expect((await followed()).malformed[APP]).toMatch(/is signed for something else/);
  });

  test('a lock that somebody exchanged for another signed step holds on', async () => {
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    const seen = new Generations();
    await followed({ seen });
    await lock(place, OTHER, inAnHour(), { ...team(), why: 'a try' });
    await unlock(place, OTHER, team());
    await promote(place, APP, '1.2.0', { trust: site.trust, breaks: 'a wrong price' });
    const { locks, steps, microFrontends } = await readRegistry(store());
    for (const other of [locks?.[OTHER], { ...(steps?.[APP] as object), deployments: microFrontends[APP] }]) {
      await editRegistry(place, (registry) => {
        registry.locks[APP] = other;
      });
      expect((await followed({ seen })).locks[APP]).toMatchObject({ why: 'the fair' });
    }
  });

  test.each([
    ['of yesterday', -HOUR_MS, 'why'],
    ['of a year', 366 * 24 * HOUR_MS, 'why'],
    ['without a reason', HOUR_MS, ' '],
  ])('a lock %s is refused', async (_what, ms, why) => {
    await expect(lock(place, APP, new Date(Date.now() + ms), { ...team(), why })).rejects.toMatchObject({
      refusal: 'invalid',
    });
  });

  test('a store that holds no release is none to be locked', async () => {
    const wrong = lock(await newStore(), 'site', inAnHour(), { ...team(), why: 'the fair' });
    await expect(wrong).rejects.toThrow(/holds no release: is it the store of the site \(RELEASES_URL\)\?$/);
  });

  test('a lost registry is restored with its locks', async () => {
    await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
    await store().remove(REGISTRY_FILE);
    await promote(place, OTHER, '1.2.0', team());
    expect((await followed()).locks[APP]).toMatchObject({ why: 'the fair' });
    expect(await live()).toBe('1.1.0');
  });
});
