import federation, { type BuildLoader, leaveRuntime } from './bundler-runtime';
import { containerLeftBy, exposedModule } from './container';
import { register, type ShareScope } from './share-scope';
import * as rules from './version-rules';

describe('a container', () => {
  const leave = (name: string, container: object) => Object.assign(globalThis, { [name]: container });

  beforeEach(() => {
    Object.assign(globalThis, {
      __webpack_init_sharing__: jest.fn().mockResolvedValue(undefined),
      __webpack_share_scopes__: { default: { react: {} } },
    });
  });

  test('a container is given what is shared before it is asked for its app', async () => {
    const calls: string[] = [];
    leave('mf_first', {
      init: async (scope: object) => void calls.push(`init ${Object.keys(scope)}`),
      get: async (module: string) => {
        calls.push(`get ${module}`);
        return () => 'the app';
      },
    });
    await expect(exposedModule('mf-first', './app')).resolves.toBe('the app');
    expect(calls).toEqual(['init react', 'get ./app']);
  });

  test('the global of an entry is as it was before the entry ran', async () => {
    const [before, own] = [{}, {}];
    leave('mf_guest', before);
    expect(await containerLeftBy('mf_guest', async () => leave('mf_guest', own))).toBe(own);
    expect(Reflect.get(globalThis, 'mf_guest')).toBe(before);
  });

  test('an entry that left no container is named', async () => {
    await expect(exposedModule('mf-third', './app')).rejects.toThrow('The entry of mf-third left no container.');
    leave('mf_guest', {});
    await expect(containerLeftBy('mf_guest', async () => {})).rejects.toThrow('entry of mf_guest left no container');
  });
});

describe('the start', () => {
  const own = { initOptions: { name: 'mf_blog' } };

  /** Runs the start of a remote's build on a host's runtime. @returns the `federation` of the build's loader afterwards */
  async function start(runtime: object): Promise<Record<string, unknown>> {
    const loader = { federation: own as Record<string, unknown> };
    Object.assign(globalThis, { __webpack_require__: loader, _FEDERATION_SHARING_RUNTIME: runtime });
    await jest.isolateModulesAsync(async () => {
      await import('./federation-start');
    });
    return loader.federation;
  }

  test('a remote runs on what its host shares by', async () => {
    const init = jest.fn(() => 'an instance');
    const federation = await start({ bundlerRuntime: { init } });
    expect(federation).toEqual({ ...own, bundlerRuntime: { init }, instance: 'an instance' });
    expect(init).toHaveBeenCalledWith({ webpackRequire: { federation } });
  });

  // Shells built before decision 95 have that runtime.
  test('so it does on the federation’s own runtime, which says nothing in the place of what the remote says', async () => {
    const attachShareScopeMap = jest.fn();
    const federation = await start({
      initOptions: undefined,
      instance: undefined,
      bundlerRuntime: { init: () => 'an instance' },
      attachShareScopeMap,
    });
    expect(federation).toMatchObject({ ...own, instance: 'an instance' });
    expect(attachShareScopeMap).toHaveBeenCalledWith({ federation });
  });
});

describe('runtimes of bundlers', () => {
  const { consumes, I, initContainerEntry } = federation.bundlerRuntime;

  const shares = (version: string, from: string) => [{ version, scope: ['default'], get: async () => () => from }];

  /** Returns the loader of a build whose chunk `page` consumes `react`. */
  function build(name: string, requiredVersion: string, fallback: () => Promise<() => unknown>): BuildLoader {
    const loader: BuildLoader = {
      m: {},
      c: {},
      S: {},
      I: (shareScopeName) => I({ shareScopeName, webpackRequire: loader }),
      consumesLoadingData: {
        chunkMapping: { page: [7] },
        moduleIdToConsumeDataMapping: {
          7: { shareKey: 'react', shareScope: ['default'], requiredVersion, fallback },
        },
      },
      federation: { initOptions: { name } },
    };
    return loader;
  }

  /** Shared modules that each loader is installing. */
  const installed = new WeakMap<BuildLoader, Record<string, Promise<unknown> | 0>>();

  /** Runs the shared module as a build's loader does: only once. */
  function run(loader: BuildLoader): unknown {
    const running = loader.c[7] as { exports: unknown } | undefined;
    if (running) return running.exports;
    const module = { exports: undefined };
    loader.c[7] = module;
    loader.m[7]?.(module);
    return module.exports;
  }

  async function required(loader: BuildLoader): Promise<unknown> {
    const promises: Promise<unknown>[] = [];
    const installedModules = installed.get(loader) ?? {};
    installed.set(loader, installedModules);
    consumes({ chunkId: 'page', promises, installedModules, webpackRequire: loader });
    await Promise.all(promises);
    return run(loader);
  }

  beforeEach(() => leaveRuntime(async () => rules));

  const none = async () => () => 'its own copy';

  /** A scope in which the host has shared its React. */
  function hostScope(): ShareScope {
    const scope: ShareScope = {};
    register(scope, 'shell', { react: shares('19.3.1', 'the host’s') }, 'default');
    return scope;
  }

  test('a remote runs on the host’s version where that fits', async () => {
    const host = hostScope();
    const remote = build('mf_blog', '~19.3.0', none);
    remote.federation.initOptions.shared = { react: shares('19.3.0', 'the remote’s') };
    await initContainerEntry({ webpackRequire: remote, shareScope: host });
    expect(await required(remote)).toBe('the host’s');
  });

  test('a remote of another version runs on what it brings, and leaves the host’s where it is', async () => {
    const host = hostScope();
    const remote = build('mf_old', '~18.3.1', none);
    remote.federation.initOptions.shared = { react: shares('18.3.1', 'the remote’s') };
    await initContainerEntry({ webpackRequire: remote, shareScope: host });
    expect(host.react?.['18.3.1']?.from).toBe('mf_old');
    expect(await required(remote)).toBe('the remote’s');
    expect(await required(build('shell', '*', none))).toBe('its own copy');
    expect(host.react?.['19.3.1']?.from).toBe('shell');
  });

  test('a module that could not be loaded throws where it is requested, and loads the next time', async () => {
    const fallback = jest.fn(none).mockRejectedValueOnce(new Error('offline'));
    const remote = build('mf_blog', '~19.3.0', fallback);
    await expect(required(remote)).rejects.toThrow('offline');
    expect(await required(remote)).toBe('its own copy');
  });

  test('chunks that ask for a module at once wait for one copy of it', async () => {
    const fallback = jest.fn(none);
    const remote = build('mf_blog', '~19.3.0', fallback);
    expect(await Promise.all([required(remote), required(remote)])).toEqual(['its own copy', 'its own copy']);
    expect(fallback).toHaveBeenCalledTimes(1);
  });

  test('a build that shares nothing can be opened, too', () => {
    const plain = build('mf_plain', '*', none);
    Reflect.deleteProperty(plain, 'S');
    expect(initContainerEntry({ webpackRequire: plain, shareScope: {} })).toBeUndefined();
  });

  test('remotes find the host’s runtime by its global name', () => {
    leaveRuntime();
    expect(globalThis).toHaveProperty('_FEDERATION_SHARING_RUNTIME', federation);
  });
});
