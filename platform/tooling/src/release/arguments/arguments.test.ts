import { appArgument, optionsOf, releaseArguments, workspaceApp } from './arguments';

it.each([
  [[], 'Which app? Choose among shell, mf-blog'],
  [['mf-news'], 'There is no app "mf-news" here. Choose among shell, mf-blog'],
  [['../etc'], '"../etc" is not a name of an app.'],
  [['history'], '"history" is not a name of an app.'],
  [['mf-blog', 'mf-courses'], 'leave out "mf-courses".'],
])('%j is not an app of the workspace, and says so', (words, sentence) => {
  expect(() => workspaceApp(words)).toThrow(sentence);
});

it('takes an app that the workspace does not hold where none has to be built', () =>
  expect(appArgument(['mf-news'])).toBe('mf-news'));

it.each([
  [['mf-blog', 'latest'], '"latest" is not a version'],
  [['mf-blog', '../1.0.0'], '"../1.0.0" is not a version'],
  [['mf-blog', '1.0.0', '2.0.0'], 'leave out "2.0.0"'],
])('%j is not a release, and says so', (words, sentence) => {
  expect(() => releaseArguments(words)).toThrow(sentence);
});

it('takes an app and a version', () =>
  expect(releaseArguments(['mf-blog', '1.0.0-3fa9c2d1'])).toEqual({ app: 'mf-blog', version: '1.0.0-3fa9c2d1' }));

it('tells words from options, and names an option that is not there', () => {
  const taken = { why: 'string', json: 'boolean' } as const;
  const { words, options, flags } = optionsOf(['mf-blog', '--why', 'a typing error', '--json'], taken);
  expect([words, options, [...flags]]).toEqual([['mf-blog'], { why: 'a typing error' }, ['json']]);
  expect(() => optionsOf(['--because'], taken)).toThrow("Unknown option '--because'. Options: --why, --json.");
});
