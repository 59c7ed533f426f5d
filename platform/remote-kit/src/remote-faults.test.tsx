import { act, waitFor } from '@testing-library/react';
import type { MountProps, PublicConfig } from '@wholepage/contracts/mount';
import { stubShell } from '@wholepage/remote-kit/testing';
import { type AnyPage, createRemote, definePage } from './remote';

const atOnce = definePage<{ text: string }>({
  load: () => ({ head: { title: 'List' }, data: { text: 'all posts' } }),
  Page: ({ data }) => <h1>{data?.text}</h1>,
});

const go = (path: string) => {
  window.history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
};

function ThrowingPage(): never {
  throw new Error('on purpose');
}

describe('a fault', () => {
  let slot: HTMLElement;
  let props: MountProps;
  beforeEach(() => {
    slot = document.body.appendChild(document.createElement('div'));
    props = { slot, config: {} as PublicConfig, data: undefined, shell: stubShell() };
    window.history.replaceState(null, '', '/blog');
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => slot.remove());

  it('of a page is reported to the shell, and the slot can be taken back', async () => {
    const broken = definePage<null>({ load: () => ({ head: { title: 'Broken' }, data: null }), Page: ThrowingPage });
    const remote = createRemote({
      name: 'mf-broken',
      routes: [{ path: '/blog', name: 'broken', load: async () => ({ page: broken }) }],
    });
    // Not within `act`, where React does not call the root's error handlers.
    await remote.mount(props);
    await waitFor(() =>
      expect(props.shell.fail).toHaveBeenCalledWith(expect.objectContaining({ message: 'on purpose' })),
    );
    await act(() => remote.unmount(props));
    expect(slot).toBeEmptyDOMElement();
  });

  it('to fetch a page asks once, however often React renders; a new mount asks again', async () => {
    const load = jest.fn().mockRejectedValue(new Error('no such chunk'));
    const remote = createRemote({
      name: 'mf-missing',
      routes: [
        { path: '/blog', name: 'list', load: async () => ({ page: atOnce }) },
        { path: '/blog/:slug', name: 'post', load },
      ],
    });
    await act(() => remote.mount(props));
    go('/blog/linen');
    await waitFor(() => expect(props.shell.fail).toHaveBeenCalledTimes(1));
    expect(load).toHaveBeenCalledTimes(1);
    await act(() => remote.unmount(props));
    await expect(remote.mount(props)).rejects.toThrow('no such chunk');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('cannot come from a slot that was taken back while the code was on its way', async () => {
    let arrive = (_loaded: { page: AnyPage }): void => {};
    const remote = createRemote({
      name: 'mf-late',
      routes: [
        {
          path: '/blog',
          name: 'list',
          load: () =>
            new Promise((resolve) => {
              arrive = resolve;
            }),
        },
      ],
    });
    const mounting = remote.mount(props);
    slot.remove();
    arrive({ page: atOnce });
    await mounting;
    expect(slot).toBeEmptyDOMElement();
  });
});
