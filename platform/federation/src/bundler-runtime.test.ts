import federation, { type BuildLoader, leaveRuntime } from './bundler-runtime';
import { register, type ShareScope } from './share-scope';
import * as rules from './version-rules';

const { consumes, I, initContainerEntry } = federation.bundlerRuntime;

const shares = (version: string, from: string) => [{ version, scope: ['default'], get: async () => () => from }];

/** The loader of a build that asks for `react` with its chunk `page`. */
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

/** What a loader keeps of the shared modules that are on their way. */
const installed = new WeakMap<BuildLoader, Record<string, Promise<unknown> | 0>>();

/** As the loader of a build does it: a module that ran once does not run again. */
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
