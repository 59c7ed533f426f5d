import { appArgument, run } from './arguments';

it.each([
  [[], 'Which app? Choose among shell, mf-marketing'],
  [['mf-news'], 'There is no app mf-news. Choose among shell, mf-marketing'],
  [['mf-blog', 'mf-courses'], 'One app at a time: leave out "mf-courses".'],
])('%j is no app, and says so', (words, sentence) => {
  expect(() => appArgument(words)).toThrow(sentence);
});

it('takes one app', () => expect(appArgument(['mf-blog'])).toBe('mf-blog'));

describe('a command', () => {
  const argv = [...process.argv];
  afterEach(() => {
    process.argv = argv;
    process.exitCode = 0;
  });

  it('says a failure in one sentence and ends with 1', async () => {
    process.argv = ['node', 'release'];
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    await run('npm run release <app>', async (words) => void appArgument(words));
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^Which app\? [^\n]+$/)]]);
    expect(process.exitCode).toBe(1);
  });

  it('explains itself and does nothing when asked for help', async () => {
    process.argv = ['node', 'release', '--help'];
    const said = jest.spyOn(console, 'log').mockImplementation(() => {});
    const work = jest.fn();
    await run('npm run release <app>', work);
    expect(said).toHaveBeenCalledWith('Usage: npm run release <app>');
    expect(work).not.toHaveBeenCalled();
  });
});
