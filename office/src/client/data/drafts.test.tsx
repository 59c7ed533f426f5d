import { act, renderHook } from '@testing-library/react';
import { StaffContext } from '@wholepage/staff-kit/browser/staff';
import type { ReactNode } from 'react';
import {
  dropDraft,
  dropOldDrafts,
  earlierDraft,
  keepDraft,
  laidOver,
  readDraft,
  useDraft,
  useRecordDraft,
} from './drafts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const keep = (version: number, value: string, record = 'me:post:1') =>
  keepDraft(record, { version, begin: 'before', value });

test('a draft survives its tab, and this tab comes before another', () => {
  keep(1, 'mine');
  localStorage.setItem(
    'draft:me:post:1:1',
    JSON.stringify({ version: 1, begin: 'before', value: 'other tab', at: '9' }),
  );
  expect(readDraft('me:post:1', 1)?.value).toBe('mine');
  sessionStorage.clear();
  expect(readDraft('me:post:1', 1)?.value).toBe('other tab');
});

test('what was typed over another version is found, of this record and person alone', () => {
  keep(1, 'mine');
  keep(1, 'of another post', 'me:post:12');
  keep(1, 'of a colleague', 'them:post:1');
  expect(earlierDraft('me:post:1', 1)).toBeUndefined();
  keepDraft('me:post:3', { version: 1, begin: 'same', value: 'same' });
  expect(earlierDraft('me:post:3', 2)).toBeUndefined();
  expect(earlierDraft('me:post:1', 2)).toMatchObject({ version: 1, begin: 'before', value: 'mine' });
  dropDraft('me:post:1', 1);
  expect(earlierDraft('me:post:1', 2)).toBeUndefined();
});

test('drafts of long ago are removed, and what somebody else keeps in the browser stays', () => {
  keep(1, 'mine');
  localStorage.setItem('other', 'thing');
  localStorage.setItem('draft:me:post:2:1', 'not JSON');
  dropOldDrafts(Date.now() + 29 * 86_400_000);
  expect(Object.keys(localStorage).sort()).toEqual(['draft:me:post:1:1', 'other']);
  dropOldDrafts(Date.now() + 31 * 86_400_000);
  expect(Object.keys(localStorage)).toEqual(['other']);
});

/** Renders a hook for a signed-in person. */
const renderFor = <T,>(id: string, hook: () => T) =>
  renderHook(hook, {
    wrapper: ({ children }: { children: ReactNode }) => {
      const person = { id, name: id, rights: [] };
      const me = { session: 's', person, endsAt: '2026-05-31T09:30:00Z', asksAgainBy: 'passkey' as const };
      const service = { rights: {}, Table: () => null, linkCommand: '' };
      return <StaffContext value={{ me, service }}>{children}</StaffContext>;
    },
  });
const noteOf = (id: string) => renderFor(id, () => useDraft('note:1', ''));
const postOf = (id: string) => renderFor(id, () => useRecordDraft('post:1', 3, { title: 'Linen', text: '' })).result;

test('what somebody left in a record is marked as unsaved when they come back, and can be thrown away', () => {
  const first = postOf('asha');
  act(() => first.current.change((now) => ({ ...now, title: 'Lin' })));
  expect(first.current.restored).toBeUndefined();
  const back = postOf('asha');
  expect([back.current.value.title, back.current.restored?.value.title]).toEqual(['Lin', 'Lin']);
  act(() => back.current.dropRestored());
  expect([back.current.value.title, back.current.restored, postOf('asha').current.value.title]).toEqual([
    'Linen',
    undefined,
    'Linen',
  ]);
});

test('what somebody typed in a tab is not shown to who signs in there after them, and waits for its writer', () => {
  const { result } = noteOf('asha');
  act(() => result.current[1]('She pays late.'));
  expect(noteOf('bala').result.current[0]).toBe('');
  expect(noteOf('asha').result.current[0]).toBe('She pays late.');
});

test('what is typed goes on where the browser has no room for it', () => {
  const { result } = noteOf('asha');
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  act(() => result.current[1]('Called'));
  full.mockRestore();
  expect(result.current[0]).toBe('Called');
});

const before = { name: 'Nool', hours: ['9 to 17'], footer: { one: ['a'], two: ['b'] } };

test('what I changed lies over what they saved, field by field', () => {
  const mine = { ...before, hours: ['9 to 18'], footer: { one: ['a', 'x'], two: ['b'] } };
  const theirs = { ...before, name: 'Nool & Needle', footer: { one: ['a'], two: [] } };
  expect(laidOver(before, mine, theirs)).toEqual({
    name: 'Nool & Needle',
    hours: ['9 to 18'],
    footer: { one: ['a', 'x'], two: [] },
  });
});

test('what both changed is mine, and what I emptied stays empty', () => {
  const { hours: _hours, ...mine } = { ...before, name: 'Mine' };
  expect(laidOver<object>(before, mine, { ...before, name: 'Theirs' })).toEqual(mine);
});
