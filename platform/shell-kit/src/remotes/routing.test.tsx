import type { MountProps } from '@wholepage/contracts/mount';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { getAppStatus } from 'single-spa';
import { pageState, stubReleases } from '../testing/remotes-on-page';
import * as register from './register';
import { loadRemote } from './releases';
import { RemoteHost, Routing, Slot } from './remote-host';

jest.mock('single-spa', () => jest.requireActual('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('./releases', () => ({ ...jest.requireActual<object>('./releases'), loadRemote: jest.fn() }));
jest.mock('./register', () => {
  const actual = jest.requireActual<typeof register>('./register');
  return { __esModule: true, ...actual, startRouting: jest.fn(actual.startRouting) };
});

const app = () => ({
  bootstrap: jest.fn(async () => {}),
  mount: jest.fn(async (_props: MountProps) => {}),
  unmount: jest.fn(async () => {}),
});

const apps: Record<string, ReturnType<typeof app>> = { 'mf-marketing': app(), 'mf-blog': app() };
const marketing = apps['mf-marketing'] as ReturnType<typeof app>;
const blog = apps['mf-blog'] as ReturnType<typeof app>;
const mountedNames = jest.fn();
const onPopState = jest.fn();
/** Waits until all started work has ended. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The tests are steps of one visit, because single-spa can be started only once in a tab. */
describe('the page that was opened', () => {
  let host: RemoteHost;
  let routing: Routing;

  beforeAll(async () => {
    jest.mocked(loadRemote).mockImplementation(async ({ name }) => apps[name] as ReturnType<typeof app>);
    document.body.innerHTML = '<div id="slot"><h1>Made by the server</h1></div>';
    window.history.replaceState(null, '', '/contact');
    window.addEventListener('single-spa:app-change', ({ detail }: CustomEventInit & Event) =>
      mountedNames(detail.appsByNewStatus.MOUNTED),
    );
    host = new RemoteHost({
      state: pageState(),
      config,
      releases: stubReleases(),
      slot: new Slot(document.getElementById('slot') as HTMLElement),
      shell: stubShell(),
      navigator: {
        hasNavigated: false,
        isHolding: false,
        recover: async () => true,
        makeRoom() {},
        settle() {},
        showFailure() {},
        navigate() {},
      },
      events: { release() {}, giveUp() {} },
      onVisit: () => {},
      onShown: () => {},
      reroute: () => routing.reroute(),
    });
    routing = new Routing(host, 'mf-marketing');
    window.addEventListener('popstate', onPopState);
    host.showFirst('mf-marketing');
    await settled();
  });

  it('mounts its remote without single-spa and dispatches the same event', () => {
    expect(marketing.mount).toHaveBeenCalledTimes(1);
    expect(marketing.mount.mock.lastCall?.[0]).toMatchObject({ name: 'mf-marketing', data: { from: 'the server' } });
    expect(getAppStatus('mf-marketing')).toBeNull();
    expect(mountedNames.mock.calls).toEqual([[['mf-marketing']]]);
  });

  it('tells of another address, and not of another state of the same', () => {
    window.history.replaceState({ entry: 'first' }, '');
    expect(onPopState).not.toHaveBeenCalled();
    window.history.pushState({ entry: 'second' }, '', '/');
    expect(onPopState.mock.calls).toEqual([[expect.objectContaining({ state: { entry: 'second' } })]]);
  });

  it('asks for single-spa once more when it did not come', async () => {
    jest.mocked(register.startRouting).mockImplementationOnce(() => {
      throw new Error('did not come');
    });
    await expect(routing.start()).rejects.toThrow('did not come');
    await Promise.all([routing.start(), routing.start()]);
    expect(register.startRouting).toHaveBeenCalledTimes(2);
  });

  it('is taken over by single-spa as it is', async () => {
    await settled();
    expect(getAppStatus('mf-marketing')).toBe('MOUNTED');
    expect(marketing.mount).toHaveBeenCalledTimes(1);
    expect(marketing.unmount).not.toHaveBeenCalled();
  });

  it('is left for another, of which the address is reported once', async () => {
    onPopState.mockClear();
    routing.register('mf-blog');
    window.history.pushState(null, '', '/blog');
    await settled();
    expect(onPopState).toHaveBeenCalledTimes(1);
    expect(marketing.unmount).toHaveBeenCalledTimes(1);
    expect(blog.mount).toHaveBeenCalledTimes(1);
    expect(blog.mount.mock.lastCall?.[0]).toMatchObject({ name: 'mf-blog', data: undefined });
  });
});
