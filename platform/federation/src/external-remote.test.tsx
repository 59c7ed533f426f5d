import type { MountProps } from '@wholepage/contracts/mount';
import { inSlot } from './external-remote';

const HEADS = [
  { path: '/guest', title: 'A guest', description: 'About it' },
  { path: '/guest/:id', title: 'One of its pages', description: '' },
];

test('names the page that is shown, and each that follows, until it is unmounted', async () => {
  const setHead = jest.fn();
  const end = jest.fn();
  const app = inSlot(HEADS, (_props, onEnd) => onEnd(end));
  const props = { slot: document.createElement('div'), shell: { setHead } } as unknown as MountProps;
  const go = (path: string) => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  go('/guest');
  await app.mount(props);
  go('/guest/7');
  go('/elsewhere');
  await app.unmount(props);
  go('/guest');
  expect(setHead.mock.calls).toEqual([
    [{ title: 'A guest', description: 'About it' }],
    [{ title: 'One of its pages', description: '' }],
  ]);
  expect(end).toHaveBeenCalledTimes(1);
});
