import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { carryOut, planPrune } from '../prune/prune';
import { publish } from '../release/publish';
import { promote, retire } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { openStore } from '../store/open-store';
import { builtRelease, editRegistry, newStore, release } from '../testing/built-release';
import { type PinnedTrust, pinnedTrust } from '../testing/pinned-trust';
import { createPreview, previewIdOf, previewsOf, readPreview, wasReviewed, withdrawPreview } from './preview';

const APP = 'mf-blog';
const DAY_MS = 24 * 3_600_000;

let place: string;
let site: PinnedTrust;
beforeEach(async () => {
  place = await newStore();
  site = await pinnedTrust({ [APP]: [] }, { asha: { actions: ['*'], apps: ['*'] }, ci: { actions: [], apps: [] } });
  const { keys } = site.pins.steps.ci as { keys: string[] };
  delete site.pins.steps.ci;
  site.pins.preview = keys;
  await site.write();
  for (const version of ['1.0.0', '1.1.0']) await publish(place, APP, version, await builtRelease(version), site.trust);
});

const ci = () => ({ trust: site.as('ci') });
const store = () => folderStore(place, site.trust);
const show = (lastsMs?: number) => createPreview(place, { [APP]: '1.1.0' }, { ...ci(), lastsMs, by: 'ravi' });

test('a key for previews shows a release, and promotes nothing', async () => {
  const { id } = await show();
  expect(await readPreview(store(), id)).toMatchObject({ releases: { [APP]: '1.1.0' }, by: 'ravi' });
  await expect(promote(place, APP, '1.1.0', ci())).rejects.toMatchObject({ refusal: 'not-signed' });
});

test('a key that may show none is refused where the preview is read', async () => {
  const { id } = await createPreview(place, { [APP]: '1.1.0' }, { trust: site.as('a stranger') });
  await expect(readPreview(store(), id)).rejects.toThrow('is signed by nobody who may show one');
});

test('a preview that was changed, or is made up, is not shown', async () => {
  const { id } = await show();
  const file = join(place, 'previews', `${id}.json`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('1.1.0', '1.0.0'));
  await expect(readPreview(store(), id)).rejects.toMatchObject({ refusal: 'not-signed' });
  const { id: sound } = await show();
  const copy = 'y'.repeat(22);
  await writeFile(join(place, 'previews', `${copy}.json`), await readFile(join(place, 'previews', `${sound}.json`)));
  await expect(readPreview(store(), copy)).rejects.toMatchObject({ refusal: 'not-signed' });
  for (const token of ['../registry', 'x'.repeat(22), ''])
    await expect(readPreview(store(), token)).rejects.toThrow('There is no such preview');
});

test('a preview ends by itself, within seven days, or when it is withdrawn', async () => {
  const { id } = await show(DAY_MS);
  await expect(readPreview(store(), id, Date.now() + DAY_MS + 1)).rejects.toThrow(/^This preview ended on .+ UTC\.$/);
  await expect(show(8 * DAY_MS)).rejects.toThrow('A preview lasts up to seven days');
  // A program of its own may sign more.
  const { id: long } = await show(7 * DAY_MS);
  await expect(readPreview(store(), long, Date.now() - DAY_MS)).rejects.toThrow(/^This preview ended on/);
  await withdrawPreview(place, id, site.trust);
  await expect(readPreview(store(), id)).rejects.toThrow('it was withdrawn');
  await expect(withdrawPreview(place, id, site.trust)).rejects.toMatchObject({ refusal: 'not-found' });
});

test('the preview of a pull request keeps its address from push to push, which no other key can name', async () => {
  const of = { ...ci(), of: 'github.example/team/site 12' };
  const first = await createPreview(place, { [APP]: '1.0.0' }, of);
  const next = await createPreview(place, { [APP]: '1.1.0' }, of);
  expect(next.id).toBe(first.id);
  expect(await previewsOf(store())).toMatchObject([{ id: first.id, releases: { [APP]: '1.1.0' } }]);
  expect(previewIdOf(of.of, site.as('asha'))).not.toBe(first.id);
  expect(previewIdOf('github.example/team/site 13', of.trust)).not.toBe(first.id);
});

test('what is not published cannot be shown', async () => {
  await expect(createPreview(place, { [APP]: '9.9.9' }, ci())).rejects.toMatchObject({ refusal: 'not-found' });
  await expect(createPreview(place, {}, ci())).rejects.toThrow('A preview shows between 1 and 20 apps');
});

test('prune keeps what a preview shows while it lasts, and removes the preview after', async () => {
  await promote(place, APP, '1.0.0', { trust: site.trust });
  const { id } = await show(7 * DAY_MS);
  const later = Date.now() + 6 * DAY_MS;
  expect(await previewsOf(store(), later)).toHaveLength(1);
  const kept = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 32 * DAY_MS);
  const plan = await planPrune(store(), Date.now());
  expect(plan.apps.flatMap(({ versions }) => versions)).toEqual(['1.1.0']);
  expect(plan.previews).toEqual([`previews/${id}.json`]);
  await carryOut(store(), plan);
  kept.mockRestore();
  await expect(readPreview(store(), id)).rejects.toThrow('There is no such preview');
});

test('a preview that is renewed between the plan of prune and its end stays', async () => {
  await promote(place, APP, '1.0.0', { trust: site.trust });
  const of = { ...ci(), of: 'github.example/team/site 12' };
  const { id } = await createPreview(place, { [APP]: '1.0.0' }, of);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * DAY_MS);
  const plan = await planPrune(store());
  expect(plan.previews).toHaveLength(1);
  await createPreview(place, { [APP]: '1.0.0' }, of);
  await carryOut(store(), plan);
  expect(await readPreview(store(), id)).toMatchObject({ id });
  now.mockRestore();
});

test('prune leaves a preview that lasts, where its key is not known and where the store fails', async () => {
  await promote(place, APP, '1.0.0', { trust: site.trust });
  await show();
  const stranger = await pinnedTrust({ [APP]: [] });
  const whole = store();
  const failing: typeof whole = {
    ...whole,
    find: (path) => (path.startsWith('previews/') ? Promise.reject(new Error('the store is down')) : whole.find(path)),
  };
  const later = Date.now() + DAY_MS;
  expect(await planPrune(folderStore(place, stranger.trust), later)).toMatchObject({ previews: [] });
  await expect(planPrune(failing, later)).rejects.toThrow('the store is down');
});

test('a preview is called withdrawn where the host of the store has none, and not while that does not answer', async () => {
  const answer = jest.spyOn(globalThis, 'fetch');
  const preview = () => readPreview(openStore('https://releases.example', site.trust), 'x'.repeat(22));
  answer.mockResolvedValueOnce(new Response(null, { status: 404 }));
  await expect(preview()).rejects.toThrow('There is no such preview');
  answer.mockResolvedValueOnce(new Response(null, { status: 503 }));
  await expect(preview()).rejects.toThrow('Previews cannot be read just now: try again soon.');
  answer.mockRejectedValueOnce(new TypeError('fetch failed'));
  await expect(preview()).rejects.toThrow('Previews cannot be read just now: try again soon.');
  answer.mockRestore();
});

test('a preview of seven days is shown by a composer whose clock is a minute behind', async () => {
  const { id } = await show(7 * DAY_MS);
  expect(await readPreview(store(), id, Date.now() - 60_000)).toMatchObject({ id });
});

test('a release counts as reviewed by steps that somebody signed, whatever else the store says', async () => {
  await promote(place, APP, '1.0.0', { trust: site.trust });
  const step = (generation: number) => join(place, 'history', `00000000${generation}-${APP}.json`);
  const forged = JSON.parse(await readFile(step(1), 'utf8')) as object;
  await writeFile(step(2), JSON.stringify({ ...forged, generation: 2, version: '1.1.0' }));
  await editRegistry(place, ({ microFrontends: { [APP]: list } }) => {
    list.push({
      ...list[0],
      metadata: { ...list[0].metadata, version: '1.1.0' },
      deployment: { traffic: 0, default: false },
    });
  });
  expect(await wasReviewed(store(), APP, '1.1.0')).toBe(false);
  await rm(step(2));
  await promote(place, APP, '1.1.0', { trust: site.trust });
  await retire(place, APP, { trust: site.trust });
  for (const version of ['1.0.0', '1.1.0']) expect(await wasReviewed(store(), APP, version)).toBe(true);
  await appendFile(join(place, APP, '1.1.0', 'release.json'), ' ');
  expect(await wasReviewed(store(), APP, '1.1.0')).toBe(false);
});

test('locally the machine that releases may show previews, too', async () => {
  const local = await newStore();
  await release(local, '1.0.0');
  const { id } = await createPreview(local, { [APP]: '1.0.0' });
  expect((await readPreview(folderStore(local), id)).id).toBe(id);
});
