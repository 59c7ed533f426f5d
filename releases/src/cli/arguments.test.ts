import { appArgument } from './arguments';

it.each([
  [[], 'Which app? Choose among shell, mf-marketing'],
  [['mf-news'], 'There is no app "mf-news". Choose among shell, mf-marketing'],
  [['mf-blog', 'mf-courses'], 'One app at a time: leave out "mf-courses".'],
])('%j is no app, and says so', (words, sentence) => {
  expect(() => appArgument(words)).toThrow(sentence);
});

it('takes one app', () => expect(appArgument(['mf-blog'])).toBe('mf-blog'));
