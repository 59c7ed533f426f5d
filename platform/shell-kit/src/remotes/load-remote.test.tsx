import type { RemoteOnPage } from '@wholepage/contracts/page';
import { containerName } from '@wholepage/federation/container';
import { blog } from '../testing/remotes-on-page';
import { loadedVersion, loadRemote, RemoteLoadError } from './releases';

const app = { bootstrap: jest.fn(), mount: jest.fn(), unmount: jest.fn() };

/** A remote with a name that no other test has loaded. */
const remote = (name: string): RemoteOnPage => ({ ...blog, name, entry: `/files/${name}/entry.js` });

const containerOf = (name: string, exposed: unknown) => ({
  [containerName(name)]: { init: jest.fn(), get: jest.fn().mockResolvedValue(() => exposed) },
});

let scripts: HTMLScriptElement[];

/** Simulates the load of an entry's script, which sets these globals. */
const arrive = (left: object) => {
  Object.assign(globalThis, left);
  scripts.at(-1)?.dispatchEvent(new Event('load'));
};

const load = (name: string, exposed: unknown) => {
  const loading = loadRemote(remote(name));
  arrive(containerOf(name, exposed));
  return loading;
};

const failure = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: Error) => error);

beforeEach(() => {
  scripts = [];
  jest.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script as HTMLScriptElement));
  Object.assign(globalThis, {
    __webpack_init_sharing__: jest.fn().mockResolvedValue(undefined),
    __webpack_share_scopes__: { default: { react: {} } },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('loading a remote', () => {
  it('runs its entry and gives its lifecycles', async () => {
    await expect(load('gives-lifecycles', app)).resolves.toBe(app);
    const { init, get } = (globalThis as unknown as Record<string, Record<string, jest.Mock>>).gives_lifecycles ?? {};
    expect(init).toHaveBeenCalledWith({ react: {} }, []);
    expect(get).toHaveBeenCalledWith('./app');
  });

  it('takes the promised bytes alone', async () => {
    await load('takes-bytes', app);
    expect(scripts[0]).toMatchObject({
      integrity: 'sha384-mf-blog',
      src: 'http://localhost/files/takes-bytes/entry.js',
    });
  });

  it('runs an entry and starts its container once, however often it is asked for', async () => {
    const loading = Promise.all([loadRemote(remote('once')), loadRemote(remote('once'))]);
    const container = containerOf('once', app);
    arrive(container);
    await loading;
    await loadRemote(remote('once'));
    expect(scripts).toHaveLength(1);
    expect(container.once?.init).toHaveBeenCalledTimes(1);
  });

  it('asks again for an entry that did not come', async () => {
    const first = failure(loadRemote(remote('comes-late')));
    scripts.at(-1)?.dispatchEvent(new Event('error'));
    await expect(first).resolves.toMatchObject({ message: 'comes-late 1.2.3 could not be loaded' });
    await expect(load('comes-late', app)).resolves.toBe(app);
    expect(scripts).toHaveLength(2);
  });

  it('asks a container again that failed', async () => {
    const get = jest
      .fn()
      .mockRejectedValueOnce(new Error('a chunk is missing'))
      .mockResolvedValue(() => app);
    const first = failure(loadRemote(remote('fails-once')));
    arrive({ [containerName('fails-once')]: { init: jest.fn(), get } });
    await expect(first).resolves.toMatchObject({ cause: { message: 'a chunk is missing' } });
    await expect(loadRemote(remote('fails-once'))).resolves.toBe(app);
    expect(scripts).toHaveLength(1);
  });

  it('gives up an entry that hangs', async () => {
    jest.useFakeTimers();
    const loading = failure(loadRemote(remote('hangs')));
    await jest.advanceTimersByTimeAsync(15_000);
    await expect(loading).resolves.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('says which release could not be started, and why', async () => {
    const cause = new Error('no React');
    const loading = loadRemote(remote('fails'));
    arrive({ fails: { init: () => Promise.reject(cause), get: jest.fn() } });
    const error = await failure(loading);
    expect(error).toBeInstanceOf(RemoteLoadError);
    expect(error).toMatchObject({ message: 'fails 1.2.3 could not be loaded', cause });
  });

  it('refuses an entry that leaves no container', async () => {
    const loading = loadRemote(remote('leaves-nothing'));
    arrive({});
    await expect(failure(loading)).resolves.toMatchObject({
      cause: { message: 'The entry of leaves-nothing left no container.' },
    });
  });

  it.each([null, {}, { mount: 'soon' }])('refuses a module that is not a remote: %j', async (module) => {
    const name = `no-remote-${JSON.stringify(module).length}`;
    const error = await failure(load(name, module));
    expect(error).toBeInstanceOf(RemoteLoadError);
    expect(error?.message).toBe(`${name} 1.2.3 exposes no lifecycles`);
  });
});

it('lets the entries of known releases by, and no other script', async () => {
  const createPolicy = jest.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
  Object.assign(window, { trustedTypes: { createPolicy } });
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('./releases');
    const loading = fresh.loadRemote(remote('trusted'));
    arrive(containerOf('trusted', app));
    await loading;
  });
  Reflect.deleteProperty(window, 'trustedTypes');
  expect(createPolicy).toHaveBeenCalledWith('remote-entry', expect.anything());
  const [, rules] = createPolicy.mock.calls[0] ?? [];
  expect(rules?.createScriptURL('/files/trusted/entry.js')).toBe('/files/trusted/entry.js');
  expect(() => rules?.createScriptURL('/files/other.js')).toThrow('no known entry');
});

it('stays with the release of a remote that it loaded first', async () => {
  await load('stays', app);
  await loadRemote({ ...remote('stays'), version: '2.0.0', entry: '/files/stays/2/entry.js' });
  expect(scripts).toHaveLength(1);
  expect(loadedVersion('stays')).toBe('1.2.3');
});
