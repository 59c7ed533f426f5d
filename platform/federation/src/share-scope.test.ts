import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederation } from '@module-federation/runtime-core';
import { load as loadBy, pageScopes, register, type Shared, type ShareScope } from './share-scope';
import * as rules from './version-rules';
import { laterFirst, satisfies } from './version-rules';

describe('the scope', () => {
  const shared = (version: string, get: Shared['get'] = async () => () => version): Shared => ({
    version,
    scope: ['default'],
    get,
  });

  const scopeWith = (...versions: Shared[]): ShareScope => {
    const scope: ShareScope = {};
    register(scope, 'host', { react: versions }, 'default');
    return scope;
  };

  const load = (scope: ShareScope, name: string, range: string) =>
    loadBy(scope, name, range, 'mf_blog', async () => rules);

  const loaded = async (scope: ShareScope, range: string) => (await load(scope, 'react', range))?.();

  test('the latest version that fits is had', async () => {
    const scope = scopeWith(shared('19.3.1'), shared('18.3.1'), shared('19.3.4'));
    expect(await loaded(scope, '~19.3.0')).toBe('19.3.4');
    expect(await loaded(scope, '^18.0.0')).toBe('18.3.1');
  });

  test('a version that runs already goes before a later one', async () => {
    const scope = scopeWith(shared('19.3.1'));
    await load(scope, 'react', '*');
    register(scope, 'mf_blog', { react: [shared('19.3.4')] }, 'default');
    expect(await loaded(scope, '~19.3.0')).toBe('19.3.1');
    expect(await loaded(scope, '~19.3.2')).toBe('19.3.4');
  });

  test('a version that is on its way goes before a later one', async () => {
    const scope = scopeWith(shared('19.3.1'));
    const onItsWay = load(scope, 'react', '*');
    register(scope, 'mf_blog', { react: [shared('19.3.4')] }, 'default');
    expect(await loaded(scope, '~19.3.0')).toBe('19.3.1');
    await onItsWay;
  });

  test('other runtimes learn what runs, who brought it, and that it is to be used', async () => {
    const scope = scopeWith(shared('19.3.1'));
    await load(scope, 'react', '*');
    const running = { lib: expect.any(Function), loaded: true, loading: null, from: 'host', strategy: 'loaded-first' };
    expect(scope.react?.['19.3.1']).toMatchObject(running);
  });

  test('a copy of the page is offered in place of an own one that is no later', () => {
    const scope = scopeWith(shared('19.1.0'));
    const own = ['19.1.0', '19.0.0', '19.2.0', '18.0.0'];
    const offered = own.filter((version) =>
      rules.offers(scope, { name: 'react', version, range: `^${version.slice(0, 2)}.0.0` }),
    );
    expect(offered).toEqual(['19.1.0', '19.0.0']);
  });

  test('there is nothing where no version fits', async () => {
    expect(await load(scopeWith(shared('19.3.1')), 'react', '^18.0.0')).toBeUndefined();
    expect(await load({}, 'react', '*')).toBeUndefined();
  });

  test('pages whose parts were built alike fetch no rules, and where rules do not come there is nothing', async () => {
    const noRules = jest.fn(async () => undefined);
    const scope = scopeWith(shared('19.3.1'));
    const factory = await loadBy(scope, 'react', '~19.3.1', 'shell', noRules);
    expect(factory?.()).toBe('19.3.1');
    register(scope, 'mf_old', { react: [shared('18.3.1')] }, 'default');
    expect(await loadBy(scope, 'react', '~19.3.1', 'shell', noRules)).toBe(factory);
    expect(await loadBy(scope, 'react', '^19.0.0', 'host', noRules)).toBe(factory);
    expect(noRules).not.toHaveBeenCalled();
    expect(await loadBy(scope, 'react', '^19.0.0', 'mf_blog', noRules)).toBeUndefined();
  });

  test('who was there first keeps its version', async () => {
    const scope = scopeWith(shared('19.3.1', async () => () => 'the host’s'));
    register(scope, 'mf_blog', { react: [shared('19.3.1', async () => () => 'the blog’s')] }, 'default');
    expect(await loaded(scope, '*')).toBe('the host’s');
  });

  test.each(['before', 'after'])('a stub that came %s a copy takes the place of none', async (order) => {
    const stub = (version: string): Shared => ({
      ...shared(version, () => Promise.reject(new Error('must be provided by host'))),
      shareConfig: { import: false },
    });
    const scope: ShareScope = {};
    if (order === 'before') scope.react = { '19.3.1': stub('19.3.1'), '19.4.0': stub('19.4.0') };
    register(scope, 'host', { react: [shared('19.3.1')] }, 'default');
    if (order === 'after') register(scope, 'mf_partner', { react: [stub('19.3.1'), stub('19.4.0')] }, 'default');
    expect(await loaded(scope, '^19.0.0')).toBe('19.3.1');
  });

  test('a scope gets what is shared in it', () => {
    const scope: ShareScope = {};
    register(scope, 'host', { react: [shared('19.3.1'), { ...shared('19.3.4'), scope: ['company'] }] }, 'company');
    expect(Object.keys(scope.react ?? {})).toEqual(['19.3.4']);
  });

  const offline = new Error('offline');
  test.each([
    ['rejects', () => Promise.reject(offline)],
    [
      'throws',
      () => {
        throw offline;
      },
    ],
  ])('a module is fetched once for all who ask, and once more when its build %s', async (_how, failed) => {
    const get = jest.fn<Promise<() => unknown>, []>();
    get.mockImplementationOnce(failed).mockResolvedValue(() => 'React');
    const scope = scopeWith(shared('19.3.1', get));
    await expect(Promise.all([load(scope, 'react', '*'), load(scope, 'react', '*')])).rejects.toThrow('offline');
    expect(get).toHaveBeenCalledTimes(1);
    expect(await Promise.all([loaded(scope, '*'), loaded(scope, '*')])).toEqual(['React', 'React']);
    expect(await loaded(scope, '*')).toBe('React');
    expect(get).toHaveBeenCalledTimes(2);
  });

  test('a module is run in another task than the one in which it came', async () => {
    const order: string[] = [];
    const come = async () => {
      order.push('came');
      setTimeout(() => order.push('the next task'));
      return () => order.push('ran');
    };
    await loaded(scopeWith(shared('19.3.1', come)), '*');
    expect(order).toEqual(['came', 'the next task', 'ran']);
  });

  test('a remote that brings all of the federation’s runtime takes what the scope has', async () => {
    const scope = scopeWith(shared('19.3.1'));
    await load(scope, 'react', '*');
    const own = jest.fn(async () => () => 'its own');
    const remote = new ModuleFederation({
      name: 'of_contract_2',
      remotes: [],
      shareStrategy: 'loaded-first',
      shared: {
        react: { version: '19.3.0', get: own, scope: ['default'], shareConfig: { requiredVersion: '~19.3.0' } },
      },
    });
    remote.initShareScopeMap('default', scope as never);
    const factory = await remote.loadShare<string>('react');
    expect(factory ? factory() : factory).toBe('19.3.1');
    expect(own).not.toHaveBeenCalled();
  });

  test('all who have a page’s scope have its other scopes, and the page gets no global', () => {
    const before = Object.keys(globalThis);
    const scope: ShareScope = {};
    pageScopes(scope)['company'] = { react: {} };
    expect(pageScopes(scope)['company']).toEqual({ react: {} });
    expect(pageScopes(scope)['default']).toBe(scope);
    expect(pageScopes({})['company']).toBeUndefined();
    expect(Object.keys(scope)).toEqual([]);
    expect(Object.keys(globalThis)).toEqual(before);
  });
});

describe('rules of versions', () => {
  const require = createRequire(__filename);
  /** The library's own check of ranges, from a file that is not public. */
  const { satisfy } = require(
    join(dirname(require.resolve('@module-federation/runtime-core')), 'utils', 'semver', 'index.cjs'),
  ) as { satisfy(version: string, range: string): boolean };

  const VERSIONS = [
    '0.0.0',
    '0.0.1',
    '0.0.2',
    '0.2.2',
    '0.2.3',
    '0.2.5',
    '0.3.0',
    '1.0.0',
    '1.1.9',
    '1.2.0',
    '1.2.2',
    '1.2.3',
  ];
  const LATER = [
    '1.2.4',
    '1.3.0',
    '1.3.2',
    '1.9.9',
    '2.0.0',
    '2.3.0',
    '2.3.4',
    '2.3.5',
    '2.4.0',
    '3.0.0',
    '4.0.0',
    '1.2.3+build',
  ];
  const BEFORE = [
    '4.0.0-alpha.56',
    '4.0.0-alpha.57',
    '4.0.0-alpha.58',
    '4.0.0-beta.56',
    '4.0.0-beta',
    '4.0.0-alpha.5.1',
  ];
  const PARTS = ['1.2.3', '1.2', '1', '0.2.3', '0.0.1', '0', '2.3.4', '1.x', '1.*', '1.2.x'];
  const OPERATORS = ['', '=', '>', '<', '>=', '<=', '~', '^', '>= ', '< ', '~ ', '^ '];
  /** Ranges in which the library finds fewer versions than npm and the rules of semver.org, which this package follows. */
  const AS_NPM = ['>=0', '>= 0', '>= 1.2.3 < 2', '^4.0.0-beta', '>=4.0.0-alpha.57 <4.0.0-beta.1'];
  const RANGES = [
    ...OPERATORS.flatMap((operator) => PARTS.map((part) => operator + part)),
    ...['1.2.3 - 2.3.4', '1.2.3 - 2.3', '1.2.3 - 2', '1.2 - 2.3.0', '1 - 2', '>=1.2.3 <2', '>= 1.2.3 < 2', '>1 <=2.3'],
    ...[
      '~1.2.3 || ~1.3.1',
      '^0.2.3||^2',
      '1.2.3 || >=2 <3',
      '^1.2.3 || banana',
      'banana',
      '*',
      'x',
      '',
      '^1 || *',
      'workspace:*',
    ],
    ...['4.0.0-alpha.57', '^4.0.0-alpha.57', '~4.0.0-alpha.57', '>=4.0.0-alpha.57', '<4.0.0-alpha.58', '^4.0.0-beta'],
    ...['^3.0.0 || 4.0.0-alpha.57', '>=4.0.0-alpha.57 <4.0.0-beta.1'],
  ].filter((range) => !AS_NPM.includes(range));

  test.each(RANGES)('of %p are the versions that the protocol finds in it', (range) => {
    const ofOurs = [...VERSIONS, ...LATER].filter((version) => satisfies(version, range));
    expect(ofOurs).toEqual([...VERSIONS, ...LATER].filter((version) => satisfy(version, range)));
  });

  test.each(RANGES.filter((range) => range.includes('-') && !range.includes(' - ')))(
    'of %p are the versions before a release that the protocol finds in it',
    (range) => {
      expect(BEFORE.filter((version) => satisfies(version, range))).toEqual(
        BEFORE.filter((version) => satisfy(version, range)),
      );
    },
  );

  test.each([
    ['19.3.1', '~19.3.1'],
    ['19.3.9', '~19.3.1'],
    ['19.9.0', '~19'],
    ['19.3.1', '^19.0.0'],
    ['0.2.9', '^0.2.3'],
    ['0.9.0', '^0'],
    ['19.3.1', '19.3.1'],
    ['19.3.1', '=19.3.1'],
    ['19.3.1', 'v19.3.1'],
    ['19.3.1+build.7', '~19.3.1'],
    ['19.3.1', '19.x'],
    ['19.3.1', '19'],
    ['19.3.1', '*'],
    ['19.3.1', ''],
    ['18.3.1', '>=18 <20'],
    ['18.3.1', '^19.0.0 || ^18.2.0'],
    ['18.3.1', '<=18.3'],
    ['19.0.0', '>18'],
    ['19.0.0-rc.1', '19.0.0-rc.1'],
    ['19.0.0-rc.1', '^18.2.0 || 19.0.0-rc.1'],
    ['19.3.1', '19.0.0 - 20.0.0'],
    ['19.3.1', '>= 19'],
    ['0.0.0', '>=0'],
    ['1.9.9', '>= 1.2.3 < 2'],
    ['4.0.0-beta.56', '^4.0.0-beta'],
    ['4.0.0-beta', '>=4.0.0-alpha.57 <4.0.0-beta.1'],
  ])('%s is of %p', (version, range) => {
    expect(satisfies(version, range)).toBe(true);
  });

  test.each([
    ['19.3.0', '~19.3.1'],
    ['19.4.0', '~19.3.1'],
    ['19.3.0', '^19.3.1'],
    ['20.0.0', '^19.0.0'],
    ['0.3.0', '^0.2.3'],
    ['0.0.4', '^0.0.3'],
    ['19.3.1', '19.3.2'],
    ['18.3.1', '>18'],
    ['18.3.1', '<18.3'],
    ['20.1.0', '>=18 <20'],
    ['17.0.2', '^19.0.0 || ^18.2.0'],
    ['19.0.0-rc.1', '*'],
    ['20.0.1', '19.0.0 - 20.0.0'],
    ['19.0.0-rc.1', '^18.0.0 || >=19'],
    ['19.3.1', 'workspace:*'],
  ])('%s is not of %p', (version, range) => {
    expect(satisfies(version, range)).toBe(false);
  });

  test('later versions come first', () => {
    expect(['20.0.0-rc.1', '18.3.1', '19.10.0', '19.3.1', '20.0.0-rc.2', '19.3.10'].sort(laterFirst)).toEqual([
      '19.10.0',
      '19.3.10',
      '19.3.1',
      '18.3.1',
      '20.0.0-rc.2',
      '20.0.0-rc.1',
    ]);
  });
});
