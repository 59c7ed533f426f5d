import { onSmallSite } from '../testing/small-site';
import { leaveOthers, lostOfOthers, readStorage, storageFaults } from './storage';

const on = onSmallSite();

test('what another team keeps in the browser is still there', async () => {
  for (const [script, expected] of [
    ['', []],
    ['localStorage.clear()', ['it removes or changes what others keep in localStorage']],
  ] as const)
    await on({ script }, async ({ page }) => {
      await leaveOthers(page);
      await page.reload();
      expect(await lostOfOthers(page)).toEqual(expected);
    });
});

test('storage that grows at each visit, and a cookie that nobody declared, are faults', async () => {
  const script =
    "localStorage.setItem('log', (localStorage.getItem('log') ?? '') + 'x'.repeat(20000)); document.cookie = 'seen=1'";
  await on({ script }, async ({ page, context }) => {
    const visits = [await readStorage(page, context)];
    await page.reload();
    visits.push(await readStorage(page, context));
    const blank = { local: 0, session: 0, places: [], cookies: [] };
    expect(storageFaults(blank, visits, [])).toEqual([
      'it sets the cookie "seen", which the release does not declare',
      'localStorage grew by 20.0 kB in visit 2, and would in each',
    ]);
    expect(storageFaults(blank, visits.slice(1), ['seen'])).toEqual([
      'localStorage grew by 40.0 kB in visit 1, and would in each',
    ]);
  });
});

test('storage of the tab that grows at each visit is a fault', () => {
  const read = (session: number) => ({ local: 0, session, places: [], cookies: [] });
  expect(storageFaults(read(0), [read(20_000), read(40_000)], [])).toEqual([
    'sessionStorage grew by 20.0 kB in visit 2, and would in each',
  ]);
});

test('a remote that throws when it finds what an earlier visit left is in trouble at the second visit', async () => {
  const script = "if (localStorage.getItem('seen')) throw new Error('seen before'); localStorage.setItem('seen', '1')";
  await on({ script }, async ({ page, troubles }) => {
    expect(troubles).toEqual([]);
    await page.reload();
    expect(troubles).toEqual(['uncaught Error: seen before']);
  });
});
