import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureSite } from '../testing/fixture-site';
import { fixtureStore } from '../testing/fixture-store';
import { eventually, runComposer } from '../testing/running-composer';

/** Shows the name of the site, and then writes over it. */
const SPOILS = `export async function render({ config }) {
  const html = '<p>made for ' + config.site.name + '</p>';
  config.site.name = 'nobody';
  return { status: 200, head: { title: 'Name' }, html, data: null, maxAge: 60 };
}`;

test('each page is given the settings of now, whatever one before did with its copy', async () => {
  const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  await cp(fixtureSite.dir, siteDir, { recursive: true });
  const file = join(siteDir, 'owner.json');
  await writeFile(file, JSON.stringify({ name: 'Ada' }));
  const composer = await runComposer(await fixtureStore(SPOILS), {}, { siteDir });
  const page = async (path: string) => (await fetch(composer.origin + path)).text();
  expect(await page('/blog/one')).toContain('made for Ada');
  expect(await page('/blog/two')).toContain('made for Ada');
  await writeFile(file, JSON.stringify({ name: 'Grace' }));
  const changed = await eventually(
    () => page('/blog/two'),
    (html) => html.includes('made for Grace'),
  );
  expect(changed).toContain('made for Grace');
  await composer.close();
});
