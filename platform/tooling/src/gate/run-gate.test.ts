import { refuseCanary, startCanary } from '@wholepage/releases/canary/canary';
import { noteVerification } from '@wholepage/releases/gate-record';
import { integrityOf, readRelease } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { keepStep } from '@wholepage/releases/registry/registry';
import { lock, unlock } from '@wholepage/releases/steps';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { builtRelease, editRegistry, newStore, release } from '@wholepage/releases/testing/built-release';
import { canary, experiment } from '../release/trials';
import type { Check, Fault, GateContext } from './check';
import {
  CHECKS,
  passGate,
  passGateOnce,
  QUICK_CHECKS,
  quickSummary,
  type Result,
  resultLines,
  runChecks,
} from './run-gate';

describe('the gate', () => {
  const FAULT: Fault = { where: 'a file', what: 'is too large', todo: 'Make it smaller.' };

  async function* iterated(faults: Fault[]) {
    yield* faults;
  }

  /** Mocks the gate's checks so that they report the test's faults. */
  const withFaults = (faults: Readonly<Record<string, Fault[]>>, list: readonly Check[]): readonly Check[] => {
    for (const check of list) jest.spyOn(check, 'run').mockImplementation(() => iterated(faults[check.name] ?? []));
    for (const check of list) if (check.inapplicable) jest.spyOn(check, 'inapplicable').mockReturnValue(undefined);
    return list;
  };

  async function run(
    faults: Readonly<Record<string, Fault[]>>,
    app = 'mf-blog',
  ): Promise<{ results: Result[]; notes: string[] }> {
    const notes: string[] = [];
    const candidate = { manifest: { app } };
    const context = { candidate, note: (text: string) => notes.push(text) } as unknown as GateContext;
    const results = await runChecks(withFaults(faults, CHECKS), context, { skip: undefined, onResult: () => {} });
    return { results, notes };
  }

  afterEach(() => jest.restoreAllMocks());

  test('a quick check that fails keeps the slow ones from being run, and they are counted', async () => {
    const { results, notes } = await run({ sizes: [FAULT], types: [FAULT] });
    expect(results.map(({ check }) => check)).toEqual(QUICK_CHECKS.map(({ name }) => name));
    expect(notes).toEqual([
      `${CHECKS.length - QUICK_CHECKS.length} checks in a browser are not run: types, sizes failed already.`,
    ]);
  });

  test('prices that no API was there to tell are not said to hold, and a site that cannot start is a fault', async () => {
    const outcomeOf = async (site: () => Promise<object>) => {
      const context = { candidate: { manifest: { app: 'mf-blog' } }, site } as unknown as GateContext;
      const prices = CHECKS.filter(({ name }) => name === 'prices');
      const [result] = await runChecks(prices, context, { skip: undefined, onResult: () => {} });
      return [result?.outcome, result?.why ?? result?.faults[0]?.what];
    };
    const unseen = 'no API answers: pages are seen without prices';
    expect(await outcomeOf(async () => ({ siteApi: 'down' }))).toEqual(['inapplicable', unseen]);
    expect(await outcomeOf(async () => ({ siteApi: 'none' }))).toEqual(['inapplicable', 'the site has no API']);
    expect(await outcomeOf(() => Promise.reject(new Error('no port')))).toEqual(['failed', 'no port']);
  });

  test('a check that waits for a page that never answers is ended, and the next is run', async () => {
    jest.useFakeTimers();
    const [hung, next] = CHECKS.filter(({ name }) => /^(prices|visits)$/.test(name)) as [Check, Check];
    withFaults({}, [hung, next]);
    jest.spyOn(hung, 'run').mockImplementation(async function* () {
      await new Promise(() => {});
    });
    const context = { candidate: { manifest: { app: 'mf-blog' } } } as unknown as GateContext;
    const running = runChecks([hung, next], context, { skip: undefined, onResult: () => {} });
    await jest.advanceTimersByTimeAsync(30 * 60_000);
    jest.useRealTimers();
    expect((await running).map(({ outcome, faults }) => [outcome, faults[0]?.what])).toEqual([
      ['failed', 'It took longer than 1200000 ms'],
      ['held', undefined],
    ]);
  });

  test.each([
    ["console: Applying inline style violates the policy 'style-src 'self''", /CSS module/],
    ["console: Creating a worker from 'a' violates the directive \"worker-src 'none'\".", /back end/],
    ["console: Framing 'https://a.example/' violates the following Content Security Policy directive", /`allow` of/],
    ["console: This document requires 'TrustedScriptURL' assignment.", /remote\(name, port, \[policy\]\)/],
    [
      "Creating a TrustedTypePolicy named 'a' violates the following Content Security Policy directive",
      /"policies" of/,
    ],
    ["On another remote's page it still listens to window message.", /as axios does/],
    ['uncaught ReferenceError: process is not defined', /`config`/],
    ["TS2339: Property 'env' does not exist on type 'ImportMeta'.", /`config`/],
    ['is too large', /^Make it smaller\.$/],
  ])('the words of browsers come with what to do: %s', async (what, todo) => {
    const { results } = await run({ visits: [{ ...FAULT, what }] });
    expect(results.flatMap(({ faults }) => faults)).toEqual([{ ...FAULT, what, todo: expect.stringMatching(todo) }]);
  });

  test('the shell is held to what it has itself: it has no pages, and offers what remotes take', async () => {
    const { results } = await run({}, 'shell');
    expect(results).toHaveLength(CHECKS.length);
    const held = results.filter(({ outcome }) => outcome === 'held').map(({ check }) => check);
    expect(held).toEqual(['files', 'types', 'users', 'sizes', 'secrets', 'licences']);
  });

  test('a slow check that fails keeps no other from being run', async () => {
    const { results, notes } = await run({ addresses: [FAULT], pages: [FAULT] });
    expect(results).toHaveLength(CHECKS.length);
    expect(notes).toEqual([]);
  });

  test.each([
    ['retire', 'these bytes', 'signed'],
    ['lock', 'these bytes', 'signed'],
    ['unlock', 'these bytes', 'signed'],
    ['promote', 'other bytes', 'signed'],
    ['promote', 'these bytes', 'forged'],
  ] as const)('a step to %s that names a release of %s and is %s lets it past no gate', async (action, bytes, made) => {
    const place = await newStore();
    const privatePlace = await newStore();
    jest.replaceProperty(process, 'env', { ...process.env, PRIVATE_STORE_URL: privatePlace });
    const step = await release(place, '1.0.0');
    await publish(place, 'mf-blog', '2.0.0', await builtRelease('2.0.0'));
    const store = openWritableStore(place);
    const { integrity } = await readRelease(store, 'mf-blog', '2.0.0');
    const { signature, ...rest } = step;
    const metadata = { version: '2.0.0', integrity: bytes === 'these bytes' ? integrity : integrityOf(bytes) };
    const deployments = rest.deployments.map((one) => ({
      ...one,
      metadata,
      deployment: { traffic: 0, default: action === 'promote' },
    }));
    const taken = { ...rest, generation: 2, action, version: '2.0.0', deployments };
    const own = made === 'signed' ? store.trust.signRecord('step', taken) : signature;
    await keepStep(store, { ...taken, signature: own });
    const verification = { held: ['sizes'], skipped: [], reason: '' };
    const of = { app: 'mf-blog', version: '2.0.0', integrity };
    await noteVerification(store, openWritableStore(privatePlace), of, { verification, by: 'the pipeline' });
    const asked = { place, app: 'mf-blog', version: '2.0.0', skip: undefined, say: () => {} };
    expect(await passGateOnce(asked)).toEqual(verification);
  });

  test('an app whose entry is not followed is asked for its canary by the step itself, which goes by the history', async () => {
    const place = await newStore();
    await release(place, '1.0.0');
    await editRegistry(place, ({ steps }) => delete steps['mf-blog']);
    const asked = { place, app: 'mf-blog', version: '2.0.0', skip: undefined, say: () => {} };
    const refused = passGate({ ...asked, refuse: refuseCanary('mf-blog', '2.0.0') });
    await expect(refused).rejects.toThrow('has no live shell to try mf-blog in');
  });

  test('nobody waits for the gate to hear of a lock, or of a canary that is there', async () => {
    const place = await newStore();
    await release(place, '1.0.0');
    for (const version of ['1.1.0', '2.0.0']) await publish(place, 'mf-blog', version, await builtRelease(version));
    await startCanary(place, 'mf-blog', '1.1.0', 10);
    jest.replaceProperty(process, 'env', { ...process.env, RELEASES_URL: place, PRIVATE_STORE_URL: await newStore() });
    await expect(canary(['mf-blog', '2.0.0', '20'])).rejects.toThrow('mf-blog has a canary already: 1.1.0 for 10 %');
    // Nothing of a new app is published then: there is no version to promote.
    expect(() => refuseCanary('mf-new', '1.0.0')({})).toThrow('its first one goes to all visitors.');
    await expect(experiment(['mf-blog', '1.0.0', '2.0.0', '20'])).rejects.toThrow('has a canary already');
    await lock(place, 'mf-blog', new Date(Date.now() + 60_000), { why: 'the fair' });
    const asked = { place, app: 'mf-blog', version: '2.0.0', skip: undefined, say: () => {} };
    await expect(passGateOnce(asked)).rejects.toThrow(/^mf-blog is locked until .*: the fair\./);
    await unlock(place, 'mf-blog');
    await lock(place, 'site', new Date(Date.now() + 60_000), { why: 'the sale' });
    await expect(passGateOnce(asked)).rejects.toThrow(/^the site is locked until .*: the sale\./);
  });
});

describe('lines of the gate', () => {
  const faultAt = (where: string, what: string): Fault => ({ where, what, todo: 'Mend it.' });

  const linesOf = (faults: Fault[]): string =>
    resultLines({ check: 'visits', holds: 'it works', outcome: 'failed', faults, milliseconds: 10 }).join('\n');

  test('a page that is full of faults does not hide what is wrong on others', () => {
    const loud = Array.from({ length: 40 }, (_, index) => faultAt('/loud', `fault ${index}`));
    const lines = linesOf([...loud, faultAt('/quiet', 'it leads the visitor away')]);
    expect(lines).toContain('fault 2');
    expect(lines).not.toContain('fault 3');
    expect(lines).toContain('and 37 more there');
    expect(lines).toContain('/quiet\n        it leads the visitor away');
  });

  test('of very many places the rest is counted', () => {
    const lines = linesOf(Array.from({ length: 30 }, (_, index) => faultAt(`/page-${index}`, 'it fails')));
    expect(lines).toContain('/page-23');
    expect(lines).toMatch(/and 6 more places$/);
  });
});

test('quick checks name the command for all of them: of sources, or of the published version', () => {
  expect(quickSummary('mf-blog', '1.0.0-1', [], '/dist')).toContain('`npm run verify mf-blog` runs all');
  expect(quickSummary('mf-partner', '1.0.0-1', [])).toContain('`npm run verify mf-partner 1.0.0-1` runs all');
});
