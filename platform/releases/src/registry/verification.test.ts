import { publish } from '../release/publish';
import { promote } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { builtRelease, newStore, release } from '../testing/built-release';
import { notChecked, readHistory } from './registry';

test('what was left out of the gate, and why, is kept with the step', async () => {
  const store = await newStore();
  await release(store, '1.0.0');
  await publish(store, 'mf-blog', '1.1.0', await builtRelease('1.1.0'));
  const verification = { held: ['types'], skipped: ['sizes', 'licences'], reason: 'a film for the fair' };
  await promote(store, 'mf-blog', '1.1.0', { why: 'the fair', verification });
  const [last, first] = await readHistory(folderStore(store));
  expect(last).toMatchObject({ version: '1.1.0', why: 'the fair', verification });
  expect(notChecked(last?.verification)).toBe('not checked: sizes, licences (a film for the fair)');
  expect(notChecked(first?.verification)).toBe('');
});
