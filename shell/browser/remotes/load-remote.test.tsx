import { loadRemote as loadFederated, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { blog } from '../testing/remotes-on-page';
import { guardEntries, loadedVersion, loadRemote, RemoteLoadError } from './load-remote';

jest.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: jest.fn(),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
}));

const app = { bootstrap: jest.fn(), mount: jest.fn(), unmount: jest.fn() };

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  for (const mock of [loadFederated, registerPlugins, registerRemotes]) jest.mocked(mock).mockReset();
  Reflect.deleteProperty(window, 'trustedTypes');
});

const failure = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: Error) => error);

describe('loading a remote', () => {
  it('gives its lifecycles', async () => {
    jest.mocked(loadFederated).mockResolvedValue(app);
    await expect(loadRemote(blog)).resolves.toBe(app);
    expect(loadFederated).toHaveBeenCalledWith('mf_blog/app');
  });

  it('says which release could not be loaded, and why', async () => {
    const cause = new Error('integrity');
    jest.mocked(loadFederated).mockRejectedValue(cause);
    const error = await failure(loadRemote(blog));
    expect(error).toBeInstanceOf(RemoteLoadError);
    expect(error).toMatchObject({ message: 'mf-blog 1.2.3 could not be loaded', cause });
  });

  it.each([null, {}, { mount: 'soon' }])('refuses what is no remote: %j', async (module) => {
    jest.mocked(loadFederated).mockResolvedValue(module);
    const error = await failure(loadRemote(blog));
    expect(error).toBeInstanceOf(RemoteLoadError);
    expect(error?.message).toBe('mf-blog 1.2.3 exposes no lifecycles');
  });
});

describe('entries of releases', () => {
  const createScript = async (url: string) => {
    guardEntries();
    jest.mocked(loadFederated).mockResolvedValue(app);
    await loadRemote(blog);
    const [plugin] = jest.mocked(registerPlugins).mock.calls[0]?.[0] ?? [];
    return (
      plugin as { createScript(given: { url: string }): { script: HTMLScriptElement; timeout: number } }
    ).createScript({ url });
  };

  it('must be the promised bytes', async () => {
    const { script, timeout } = await createScript('http://localhost/files/mf-blog/entry.js');
    expect(script.integrity).toBe('sha384-mf-blog');
    expect(script.src).toBe('http://localhost/files/mf-blog/entry.js');
    expect(script.async).toBe(true);
    expect(timeout).toBe(15_000);
  });

  it('are the only scripts that the trusted policy lets by', async () => {
    const createPolicy = jest.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
    Object.assign(window, { trustedTypes: { createPolicy } });
    const { script } = await createScript('http://localhost/files/mf-blog/entry.js');
    expect(script.integrity).toBe('sha384-mf-blog');
    expect(createPolicy).toHaveBeenCalledWith('remote-entry', expect.anything());
    await expect(createScript('http://localhost/files/other.js')).rejects.toThrow(RemoteLoadError);
  });
});

it('stays with the release of a remote that it loaded first', async () => {
  jest.mocked(loadFederated).mockResolvedValue({});
  await failure(loadRemote(blog));
  const error = await failure(loadRemote({ ...blog, version: '2.0.0', entry: '/files/mf-blog/2/entry.js' }));
  expect(error?.message).toBe('mf-blog 1.2.3 exposes no lifecycles');
  expect(loadedVersion('mf-blog')).toBe('1.2.3');
});
