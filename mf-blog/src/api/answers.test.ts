import { clip, postDate } from './answers';

it.each([
  ['2025-03-05', '5 March 2025', '2025-03-05'],
  ['2025-12-31 23:59:59', '31 December 2025', '2025-12-31'],
  ['2025-01-01T00:30:00+02:00', '31 December 2024', '2024-12-31'],
])('%s is %s', (text, label, iso) => {
  expect(postDate(text)).toEqual({ label, iso });
});

it.each(['', '  ', 'soon', undefined, null])('%p is none', (text) => {
  expect(postDate(text)).toBeUndefined();
});

it('shortens a title without half of an emoji', () => {
  expect(clip('🧵🧵🧵', 6)).toBe('🧵🧵🧵');
  expect(clip('🧵🧵🧵', 5)).toBe('🧵🧵…');
  expect(clip('🧵🧵🧵', 4)).toBe('🧵…');
});
