import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MountProps, PublicConfig, RemoteApp } from '@wholepage/contracts/mount';
import { notePageLoads, stubShell } from '@wholepage/remote-kit/testing';
import { useLayoutEffect } from 'react';
import { type Answer, createRemote, definePage, denied, type LoadContext, redirect, useRemote } from './remote';
import { createRoutedRemote } from './routed-remote';

interface Post {
  text: string;
}

let answers: ((load: Answer<Post>) => void)[] = [];
let failures: ((error: Error) => void)[] = [];
let asked: LoadContext[] = [];
/** Called during each render of a post. */
let whileRendered = (): void => {};
/** Called once the list is in its slot, before React's next work. */
let onceShown = (): void => {};

const later = definePage<Post>({
  load: (context) => {
    asked.push(context);
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      failures.push(reject);
    });
  },
  Page: ({ state, data, retry, params }) => {
    whileRendered();
    const { base } = useRemote();
    return (
      <>
        <h1 data-base={base}>Post {params.slug}</h1>
        <p>{state === 'ready' ? data?.text : state}</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </>
    );
  },
});

const atOnce = definePage<Post>({
  load: () => ({ head: { title: 'List' }, data: { text: 'all posts' } }),
  Page: ({ data }) => {
    useLayoutEffect(() => onceShown());
    return <h1>{data?.text}</h1>;
  },
});

const routes = [
  { path: '/blog', name: 'list', load: async () => ({ page: atOnce }) },
  { path: '/blog/:slug', name: 'post', load: async () => ({ page: later }) },
];

const shell = stubShell();

const leaveFor = (path: string): void => {
  window.history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
};

const go = (path: string) => act(async () => leaveFor(path));

describe.each([
  ['of its own', createRemote],
  ['with a router', createRoutedRemote],
])('a remote %s', (_what, create) => {
  let slot: HTMLElement;
  let props: MountProps;
  let remote: ReturnType<typeof createRemote>;

  beforeEach(() => {
    answers = [];
    failures = [];
    asked = [];
    jest.clearAllMocks();
    jest.spyOn(console, 'info').mockImplementation(() => {});
    slot = document.createElement('div');
    document.body.append(slot);
    props = { slot, config: {} as PublicConfig, data: undefined, shell };
    remote = create({ name: 'mf-test', routes });
  });
  afterEach(async () => {
    await act(() => remote.unmount(props));
    slot.remove();
  });

  it('calls its site and knows its address, whatever page shows it', async () => {
    const called = Object.assign(globalThis, { fetch: jest.fn() }).fetch;
    const location = new URL('https://site.example/blog/linen');
    await act(() =>
      remote.mount({ ...props, view: Object.assign(new EventTarget(), { location, history: window.history }) }),
    );
    void asked[0]?.fetch('/api/posts?page=2', { method: 'POST' });
    expect(called).toHaveBeenCalledWith('https://site.example/api/posts?page=2', { method: 'POST' });
    expect(screen.getByRole('heading').dataset.base).toBe('https://site.example');
  });

  describe('that is asked to prepare a page', () => {
    const prepare = async (path: string) => {
      const preparing = remote.prepare?.({ url: new URL(path, 'http://localhost'), config: props.config });
      await act(async () => {});
      return { end: () => preparing };
    };

    it('fetches its data once, and shows it at once, mounted for it or before', async () => {
      window.history.replaceState(null, '', '/blog/linen');
      const first = await prepare('/blog/linen');
      await act(async () => answers[0]?.({ head: { title: 'Linen' }, data: { text: 'of flax' } }));
      await first.end();
      await act(() => remote.mount(props));
      expect(slot).toHaveTextContent('of flax');
      const second = await prepare('/blog/wool');
      await act(async () => answers[1]?.({ head: { title: 'Wool' }, data: { text: 'of sheep' } }));
      await second.end();
      expect(slot).toHaveTextContent('of flax');
      await go('/blog/wool');
      expect(slot).toHaveTextContent('of sheep');
      expect(asked).toHaveLength(2);
      expect(shell.setHead).toHaveBeenLastCalledWith({ title: 'Wool' });
    });

    it.each([redirect('/blog', 301), denied(401)])('says so where it answers no page: %j', async (answer) => {
      window.history.replaceState(null, '', '/blog');
      const preparing = await prepare('/blog/linen');
      await act(async () => answers[0]?.(answer));
      await expect(preparing.end()).resolves.toEqual(answer);
      await act(() => remote.mount(props));
      await go('/blog/linen');
      expect(asked).toHaveLength(2);
    });

    it('asks once more when the data did not come, and shows nothing of another page', async () => {
      window.history.replaceState(null, '', '/blog/linen');
      const failing = await prepare('/blog/linen');
      await act(async () => failures[0]?.(new Error('no answer')));
      await failing.end();
      const other = await prepare('/blog/wool');
      await act(async () => answers[1]?.({ head: { title: 'Wool' }, data: { text: 'of sheep' } }));
      await other.end();
      await act(() => remote.mount(props));
      expect(slot).toHaveTextContent('loading');
      await act(async () => answers[2]?.({ head: { title: 'Linen' }, data: { text: 'of flax' } }));
      expect(slot).toHaveTextContent('of flax');
    });
  });

  const mount = async (path: string, change: Partial<MountProps> = {}) => {
    window.history.replaceState(null, '', path);
    Object.assign(props, change);
    await act(() => remote.mount(props));
  };

  it('shows a page whose data is at hand, and tells the shell its head', async () => {
    await mount('/blog');
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'List' });
  });

  it.each([
    ['leads on within the site', redirect('/blog?page=2'), '/blog?page=2', []],
    ['leads to another site', redirect('https://accounts.example/'), undefined, ['http://localhost/blog/linen']],
    ['is denied', denied(403), undefined, ['http://localhost/blog/linen']],
  ])('follows a page that %s only when it is shown: softly, or by a page load', async (_what, answer, path, loads) => {
    const pageLoads = notePageLoads();
    await mount('/blog/linen');
    await act(async () => answers[0]?.(answer));
    expect(shell.navigate.mock.lastCall?.[0]).toBe(path);
    expect(pageLoads).toEqual(loads);
    expect(shell.setHead).not.toHaveBeenCalled();
  });

  it('does not load a page again and again that the server has just given and that is denied', async () => {
    const pageLoads = notePageLoads();
    jest
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValueOnce([{ name: 'http://localhost/blog/linen' } as PerformanceEntry]);
    await mount('/blog/linen');
    await act(async () => answers[0]?.(denied(401)));
    expect(slot).toHaveTextContent('failed');
    expect(pageLoads).toEqual([]);
  });

  it('hydrates server-made HTML without asking for its data', async () => {
    slot.innerHTML = '<h1>Post <!-- -->linen</h1><p>woven</p><button type="button">Try again</button>';
    const served = slot.querySelector('h1');
    await mount('/blog/linen', { data: { text: 'woven' } });
    expect(screen.getByRole('heading')).toBe(served);
    expect(asked).toHaveLength(0);
    expect(shell.setHead).not.toHaveBeenCalled();
  });

  it.each([
    ['while the code of its page is on its way', true, async () => {}],
    ['before React has started', false, async () => leaveFor('/blog')],
    [
      'while React is at it',
      false,
      async () => {
        whileRendered = () => {
          whileRendered = () => {};
          leaveFor('/blog');
        };
      },
    ],
  ])('shows the page of a visitor who goes on while it is hydrated, %s', async (_when, early, goOn) => {
    const reported = jest.fn((event: ErrorEvent) => event.preventDefault());
    window.addEventListener('error', reported);
    slot.innerHTML = '<h1>Post <!-- -->linen</h1><p>woven</p><button type="button">Try again</button>';
    window.history.replaceState(null, '', '/blog/linen');
    Object.assign(props, { data: { text: 'woven' } });
    await act(async () => {
      const mounting = remote.mount(props);
      if (early) leaveFor('/blog');
      await mounting;
      await goOn();
    });
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'List' });
    expect(reported).not.toHaveBeenCalled();
    window.removeEventListener('error', reported);
  });

  it('is left without an error by a visitor who goes on to another remote while it is hydrated', async () => {
    const reported = jest.fn((event: ErrorEvent) => event.preventDefault());
    window.addEventListener('error', reported);
    slot.innerHTML = '<h1>all posts</h1>';
    window.history.replaceState(null, '', '/blog');
    Object.assign(props, { data: { text: 'all posts' } });
    await act(async () => {
      await remote.mount(props);
      await remote.unmount(props);
    });
    expect(slot).toBeEmptyDOMElement();
    expect(reported).not.toHaveBeenCalled();
    window.removeEventListener('error', reported);
  });

  it('stays as the server made it when its address loses a query while it is hydrated', async () => {
    slot.innerHTML = '<h1>Post <!-- -->linen</h1><p>woven</p><button type="button">Try again</button>';
    window.history.replaceState(null, '', '/blog/linen?override=live');
    Object.assign(props, { data: { text: 'woven' } });
    await act(async () => {
      await remote.mount(props);
      window.history.replaceState(null, '', '/blog/linen');
    });
    expect(screen.getByText('woven')).toBeInTheDocument();
    expect(asked).toHaveLength(0);
  });

  it('tells the head of the page that the server made to a visitor who comes back to it', async () => {
    slot.innerHTML = '<h1>all posts</h1>';
    await mount('/blog', { data: { text: 'all posts' } });
    await go('/blog/linen');
    await act(async () => answers[0]?.({ head: { title: 'Linen' }, data: { text: 'woven' } }));
    jest.mocked(shell.setHead).mockClear();
    await go('/blog');
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'List' });
  });

  it('tells the head again to a visitor who comes back before it has rendered the other page', async () => {
    await mount('/blog');
    jest.mocked(shell.setHead).mockClear();
    await act(async () => {
      leaveFor('/blog/linen');
      leaveFor('/blog');
    });
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'List' });
  });

  it('tells its head to a visitor who comes so back to what the server made', async () => {
    slot.innerHTML = '<h1>all posts</h1>';
    await mount('/blog', { data: { text: 'all posts' } });
    expect(shell.setHead).not.toHaveBeenCalled();
    await act(async () => {
      leaveFor('/blog/linen');
      leaveFor('/blog');
    });
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'List' });
  });

  it('keeps to itself the head of a page that was left before it could be reported', async () => {
    await mount('/blog/linen');
    onceShown = () => {
      onceShown = () => {};
      leaveFor('/blog/wool');
    };
    await go('/blog');
    expect(screen.getByRole('heading', { name: 'Post wool' })).toBeInTheDocument();
    expect(shell.setHead).not.toHaveBeenCalled();
  });

  it('neither loads nor tells anything again when only the place on its page changes', async () => {
    await mount('/blog/linen');
    await act(async () => answers[0]?.({ head: { title: 'Linen' }, data: { text: 'woven' } }));
    jest.mocked(shell.setHead).mockClear();
    await go('/blog/linen#care');
    expect(screen.getByText('woven')).toBeInTheDocument();
    expect(asked).toHaveLength(1);
    expect(shell.setHead).not.toHaveBeenCalled();
  });

  it('says that it loads, then shows what came', async () => {
    await mount('/blog/linen');
    expect(screen.getByText('loading')).toBeInTheDocument();
    await act(async () => answers[0]?.({ head: { title: 'Linen' }, data: { text: 'woven' } }));
    expect(screen.getByText('woven')).toBeInTheDocument();
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'Linen' });
  });

  it('aborts the request of an address that was left, and never shows its answer', async () => {
    await mount('/blog/linen');
    await go('/blog/wool');
    expect(asked[0]?.signal.aborted).toBe(true);
    await act(async () => answers[0]?.({ head: { title: 'Linen' }, data: { text: 'woven' } }));
    expect(screen.queryByText('woven')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Post wool' })).toBeInTheDocument();
  });

  it('says that loading failed and tries again when asked', async () => {
    await mount('/blog/linen');
    await act(async () => failures[0]?.(new Error('gone')));
    expect(screen.getByText('failed')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('loading')).toBeInTheDocument();
    await act(async () => answers[1]?.({ head: { title: 'Linen' }, data: { text: 'woven' } }));
    expect(screen.getByText('woven')).toBeInTheDocument();
  });

  it("leaves its page standing at another remote's address, until it is unmounted", async () => {
    await mount('/blog');
    await go('/courses');
    expect(screen.getByRole('heading', { name: 'all posts' })).toBeInTheDocument();
    await act(() => remote.unmount(props));
    expect(slot).toBeEmptyDOMElement();
  });
});

// The gate checks `src/app.tsx` against the contract's type, in which a named property may not be `undefined`.
it.each([createRemote, createRoutedRemote])(
  'gives an app exports that fit the contract, each by its name',
  (create) => {
    const { bootstrap, prepare, mount, unmount } = create({ name: 'mf-blog', routes: [] });
    const app: RemoteApp = { bootstrap, prepare, mount, unmount };
    expect(Object.values(app)).toEqual(Array.from({ length: 4 }, () => expect.any(Function)));
  },
);
