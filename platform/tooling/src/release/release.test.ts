import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { publish } from '@wholepage/releases/publish';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { builtRelease, newStore, release } from '@wholepage/releases/testing/built-release';
import { status } from './status';
import {
  appArgument,
  askComposer,
  goalArgument,
  marginArgument,
  planOf,
  publishApp,
  releaseArguments,
  retireApp,
  shareArgument,
  verifyApp,
  wayBack,
  workspaceApp,
} from './steps';
import { canary } from './trials';

describe('steps', () => {
  test.each([
    ['1.0.0', ' (before: 1.0.0). `npm run rollback mf-blog` takes it back.'],
    // The same version was promoted again: it replaced no other version.
    ['1.1.0', '. `npm run wholepage -- retire mf-blog` takes it off the site.'],
    [undefined, '. `npm run wholepage -- retire mf-blog` takes it off the site.'],
  ])('after %j', (before, says) => {
    expect(wayBack('mf-blog', '1.1.0', before)).toBe(says);
  });
});

test('status lists what went to nobody, and a step says which canary ended with it', async () => {
  const place = await newStore();
  await release(place, '1.0.0');
  await publish(place, 'mf-blog', '1.1.0', await builtRelease('1.1.0'));
  const said = jest.spyOn(console, 'log').mockReturnValue();
  const before = process.env.RELEASES_URL;
  process.env.RELEASES_URL = place;
  try {
    await status([]);
    expect(said.mock.calls.flat()).toEqual(expect.arrayContaining(['\nAlso in the store', '  mf-blog        1.1.0']));
    for (let patch = 1; patch <= 10; patch += 1)
      await publish(place, 'mf-blog', `1.1.${patch}`, await builtRelease(`1.1.${patch}`));
    await status([]);
    expect(said.mock.lastCall?.[0]).toMatch(/^ {2}mf-blog {8}1\.1\.10, .*1\.1\.1, and older ones$/);
    await expect(verifyApp(['mf-blog', '9.9.9'])).rejects.toThrow('was pruned. There are 1.1.10, 1.1.9');
    await startCanary(place, 'mf-blog', '1.1.0', 10);
    await retireApp(['mf-blog']);
    expect(said).toHaveBeenLastCalledWith('mf-blog: the canary with 1.1.0 for 10 % ended with that.');
    await release(place, '1.2.0');
    await startCanary(place, 'mf-blog', '1.1.0', 10);
    // Nobody follows the stop of a machine whose clock is an hour ahead, yet.
    const now = Date.now() + 3_600_000;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'], now });
    await stopCanary(openWritableStore(place), 'mf-blog');
    jest.useRealTimers();
    await canary(['mf-blog']);
    expect(said.mock.calls.at(-3)?.[0]).toBe('mf-blog: canary 1.1.0 for 10 %');
  } finally {
    said.mockRestore();
    if (before === undefined) delete process.env.RELEASES_URL;
    else process.env.RELEASES_URL = before;
  }
});

describe('asking the composer', () => {
  let composer: Server;
  /** Responses by path, in order; the last one repeats. */
  let answers: Record<string, unknown[]>;
  beforeEach(async () => {
    composer = createServer(({ url = '' }, response) => {
      const list = answers[url] ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? ''));
    });
    await new Promise<void>((resolve) => composer.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => composer.close());

  const portOf = () => String((composer.address() as AddressInfo).port);
  const asOperator = () => askComposer('mf-blog', '1.1.0', { COMPOSER_PRIVATE_PORT: portOf() });
  const asVisitor = () => askComposer('mf-blog', '1.1.0', { SITE_ORIGIN: `http://127.0.0.1:${portOf()}` });
  const operators = (version: string, refused: string[] = []) => ({ live: { 'mf-blog': version }, refused });
  const visitors = (version: string) => ({ shell: '1.0.0', remotes: [{ name: 'mf-blog', version }] });

  test('a composer that serves it says so, as soon as it does', async () => {
    answers = { '/_composition/live.json': [operators('1.0.0'), operators('1.1.0')] };
    expect(await asOperator()).toBe('http://localhost:3000 serves it.');
  });

  test('a site elsewhere is asked as a visitor asks it', async () => {
    answers = {
      '/_sets/live.json': [{ id: 'a' }, { id: 'b' }],
      '/_sets/a.json': [visitors('1.0.0')],
      '/_sets/b.json': [visitors('1.1.0')],
    };
    expect(await asVisitor()).toMatch(/^http:\/\/127\.0\.0\.1:\d+ serves it\.$/);
  });

  test('a composer that does not is named, with its reason', async () => {
    jest.spyOn(Date, 'now').mockReturnValueOnce(0);
    const refused = [
      'mf-blog 1.1.0: mf-blog 1.1.0 is not signed by a key of mf-blog: refused.',
      'mf-blog-x 1.1.0: else',
    ];
    answers = { '/_composition/live.json': [operators('1.0.0', refused)] };
    await expect(asOperator()).rejects.toThrow(
      /names mf-blog 1\.1\.0 live, but the composer at .+ serves 1\.0\.0: mf-blog 1\.1\.0: .+ is not signed by a key of mf-blog: refused\. `npm run rollback mf-blog 1\.0\.0`/,
    );
  });

  test('a first release that no composer serves has no release before it to roll back to', async () => {
    jest.spyOn(Date, 'now').mockReturnValueOnce(0);
    answers = { '/_composition/live.json': [{ live: {}, refused: ['mf-blog 1.1.0: refused.'] }] };
    await expect(asOperator()).rejects.toThrow(
      /serves none: mf-blog 1\.1\.0: refused\. `npm run wholepage -- retire mf-blog` takes the step back\.$/,
    );
  });

  test('where no composer says what it serves, nothing is claimed', async () => {
    answers = {};
    for (const ask of [asOperator, asVisitor]) expect(await ask()).toMatch(/^no composer was asked, /);
  });
});

describe('words', () => {
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

  it('takes what another bundler built from where the command was typed, and not for the layout', async () => {
    process.env.INIT_CWD = '/typed/in';
    await expect(publishApp(['mf-news'], { from: 'dist' })).rejects.toThrow('/typed/in/dist is not a folder');
    delete process.env.INIT_CWD;
    await expect(publishApp(['shell'], { from: 'dist' })).rejects.toThrow('shell is the layout');
  });

  it.each([
    [['mf-blog', 'latest'], '"latest" is not a version'],
    [['mf-blog', '../1.0.0'], '"../1.0.0" is not a version'],
    [['mf-blog', '1.0.0', '2.0.0'], 'leave out "2.0.0"'],
  ])('%j is not a release, and says so', (words, sentence) => {
    expect(() => releaseArguments(words)).toThrow(sentence);
  });

  it('takes an app and a version', () =>
    expect(releaseArguments(['mf-blog', '1.0.0-3fa9c2d1'])).toEqual({ app: 'mf-blog', version: '1.0.0-3fa9c2d1' }));

  test.each(['0', '100', '101', '-5', '1.5', 'many', ''])('"%s" is not a share, and says so', (text) => {
    expect(() => shareArgument(text)).toThrow(/is not a share: give a whole number of percent between 1 and 99/);
  });

  test.each(['0,10', '50,10', '10,10', '10;20', '10,100'])('"%s" are not steps, and says so', (text) => {
    expect(() => planOf(text, '5m')).toThrow(/are not steps: give rising percents/);
  });

  test.each(['5', '0m', '5 minutes', '1000h'])('"%s" is not a time, and says so', (text) => {
    expect(() => planOf('10,50', text)).toThrow(/is not a time: give 30s, 5m or 2h/);
  });

  test('a share beside steps is refused: the first of them is meant, or is not', () =>
    expect(canary(['mf-blog', '1.0.0-3fa9c2d1', '10'], { steps: '25,50' })).rejects.toThrow('leave out "10"'));

  test('shares and a plan are read', () => {
    expect(shareArgument('10')).toBe(10);
    expect(planOf('10,25,50', '5m')).toEqual({ shares: [10, 25, 50], everyMs: 300_000 });
    expect(planOf(undefined, undefined)).toBeUndefined();
    expect(() => planOf(undefined, '5m')).toThrow(/name those, too/);
  });

  const GOALS = { enquiry: { event: 'shell:enquiry-sent', confirmedBy: [] }, order: { confirmedBy: [] } };

  test('a goal is one of the site, or an event; without a word the first one of the site', () => {
    expect(goalArgument('order', GOALS)).toBe('order');
    expect(goalArgument('shell:enquiry-sent', GOALS)).toBe('shell:enquiry-sent');
    expect(goalArgument('checkout:cart-changed', GOALS)).toBe('checkout:cart-changed');
    expect(goalArgument(undefined, GOALS)).toBe('enquiry');
  });

  test('another word is refused with the goals that there are', () => {
    expect(() => goalArgument('enquire', GOALS)).toThrow(
      'There is no goal "enquire". This site has enquiry, order. An event counts, too: --goal checkout:cart-changed.',
    );
    expect(() => goalArgument(undefined, {})).toThrow('Which goal? This site declares none.');
  });

  test.each(['0', '101', '5%', 'ten'])('"%s" is not a margin', (text) => {
    expect(() => marginArgument(text)).toThrow(`"${text}" is not a margin`);
  });

  test('a margin is given in percent', () => {
    expect(marginArgument('15')).toBe(0.15);
    expect(marginArgument(undefined)).toBeUndefined();
  });
});
