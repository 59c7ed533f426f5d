import { fixtureStore } from '../testing/fixture-store';
import { runComposer } from '../testing/running-composer';

/** Some of its pages are elsewhere by now. */
const MOVES = `export async function render({ url }) {
  const { pathname } = new URL(url);
  const movedTo = { '/blog/old': '/blog/new', '/blog/itself': '/blog/itself', '/blog/away': '//evil.example/x',
    '/blog/afar': '/.//evil.example/x', '/blog/aside': '/blog/..//evil.example' }[pathname];
  const status = pathname === '/blog/gone' ? 404 : 200;
  return { status, head: { title: pathname }, html: '<h1>' + pathname + '</h1>', data: null, maxAge: 60,
    ...((movedTo ?? (status === 404 && '/blog/new')) && { movedTo: movedTo ?? '/blog/new' }) };
}`;

test('a page load of an earlier path is sent to the present one for good, and to no other site', async () => {
  const composer = await runComposer(await fixtureStore(MOVES), { API_PORT: '1' });
  try {
    const get = async (path: string) => {
      const answer = await fetch(composer.origin + path, { redirect: 'manual' });
      const { status, headers } = answer;
      return [status, headers.get('location'), (await answer.text()).includes(`<h1>${path}</h1>`)];
    };
    // The second answer comes from memory.
    for (let turn = 0; turn < 2; turn += 1) expect(await get('/blog/old')).toEqual([301, '/blog/new', false]);
    // Visitors keep their own query, and nobody gets that of another.
    for (const query of ['?utm_source=mail', '?gclid=1&x=%2F', ''])
      expect((await get(`/blog/old${query}`)).slice(0, 2)).toEqual([301, `/blog/new${query}`]);
    expect(await get('/blog/new')).toEqual([200, null, true]);
    expect(await get('/blog/itself')).toEqual([200, null, true]);
    expect(await get('/blog/gone')).toEqual([404, null, true]);
    // What names another site is refused as a page.
    for (const path of ['/blog/away', '/blog/afar', '/blog/aside'])
      expect((await get(path)).slice(0, 2)).toEqual([503, null]);
    const { headers } = await fetch(`${composer.origin}/blog/old`, { redirect: 'manual' });
    // The path may be given to another page one day: browsers ask again.
    expect(headers.get('cache-control')).toBe('no-cache');
  } finally {
    await composer.close();
  }
});
