import { act, screen } from '@testing-library/react';
import { testConfig as config, stubShell } from 'site/testing';
import { bootstrap, mount, unmount } from './app';

const go = (path: string) =>
  act(async () => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

test('a visitor goes from the register to a sector and on to another, with the head of each', async () => {
  const faults: unknown[] = [];
  const onError = ({ error }: ErrorEvent) => faults.push(error);
  window.addEventListener('error', onError);
  window.history.pushState(null, '', '/product');
  const slot = document.body.appendChild(document.createElement('main'));
  const shell = stubShell();
  const props = { slot, config, data: undefined, shell };
  await act(async () => {
    await bootstrap(props);
    await mount(props);
  });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our Products');

  await go('/product/corporate-admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Aviation' })).toBeVisible();
  await go('/product/retail-brand-spaces');
  expect(await screen.findByRole('heading', { level: 1, name: 'Retail & Corporate' })).toBeVisible();
  expect(shell.setHead.mock.calls.map(([head]) => head.canonical)).toEqual([
    '/product',
    '/product/corporate-admin',
    '/product/retail-brand-spaces',
  ]);

  await act(async () => unmount(props));
  expect(slot).toBeEmptyDOMElement();
  expect(faults).toEqual([]);
  window.removeEventListener('error', onError);
});
