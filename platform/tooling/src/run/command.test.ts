import { chosen, noMore, runCommand } from './command';

const APPS = ['shell', 'mf-blog', 'mf-courses'] as const;

it('chooses all, or what is named', () => {
  expect(chosen([], APPS, 'app')).toEqual(APPS);
  expect(chosen(['mf-courses', 'shell'], APPS, 'app')).toEqual(['shell', 'mf-courses']);
});

it('lists the choices when one word is none of them', () => {
  expect(() => chosen(['mf-blog', 'mf-news'], APPS, 'app')).toThrow(
    'There is no app "mf-news". Choose among shell, mf-blog, mf-courses.',
  );
});

it('takes no words where none mean anything', () => {
  expect(() => noMore(['fast'])).toThrow('leave out "fast"');
  expect(() => noMore([])).not.toThrow();
});

describe('a command', () => {
  const argv = [...process.argv];
  afterEach(() => {
    process.argv = argv;
  });

  it('says its failure in one sentence and ends with 1', async () => {
    process.argv = ['node', 'release'];
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const exit = jest.spyOn(process, 'exit').mockImplementation();
    await runCommand('npm run release <app>', async () => {
      throw new Error('Which app?');
    });
    expect(said.mock.calls).toEqual([['Which app?']]);
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('explains itself and does nothing when asked for help', async () => {
    process.argv = ['node', 'release', '--help'];
    const said = jest.spyOn(console, 'log').mockImplementation(() => {});
    const work = jest.fn();
    await runCommand('npm run release <app>', work);
    expect(said).toHaveBeenCalledWith('Usage: npm run release <app>');
    expect(work).not.toHaveBeenCalled();
  });
});
