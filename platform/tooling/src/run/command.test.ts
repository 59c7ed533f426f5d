import { runWholepage } from '../commands';
import { chosen, runCommand } from './command';

afterEach(() => jest.restoreAllMocks());

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

it.each([['status'], ['new', 'remote', 'mf-careers', '/careers'], ['deploy', 'files']])(
  'takes no word more than it says: %s',
  async (...words) => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect(await runWholepage([...words, 'fast'])).toBe(1);
    expect(said.mock.calls).toEqual([['That is too much: leave out "fast".']]);
  },
);

it('lists what a first word alone can begin, as it is typed', async () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runWholepage(['new'])).toBe(1);
  const help = String(said.mock.calls);
  expect(help).toMatch(/Sites and remotes:\n {2}new remote careers \/careers .*\n {2}new site corner-shop /);
  expect(help).not.toContain('[words...]');
});

it('says of a word that is no command where all of them are listed', async () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runWholepage(['publsh'])).toBe(1);
  expect(String(said.mock.calls)).toMatch(/unknown command 'publsh'.*Did you mean publish.*prints all commands/s);
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
      // The reader of the output is gone, which must not interrupt a step in progress.
      process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      expect(exit).not.toHaveBeenCalled();
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
