import { act, waitFor } from '@testing-library/react';
import { RemoteContext } from '@wholepage/remote-kit';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { stubShell } from 'site/testing';
import { config } from '../../testing/config';
import { PostBody } from './page';

const shell = stubShell();
const tree = (html: string) => (
  <RemoteContext value={{ config, shell }}>
    <PostBody html={html} />
  </RemoteContext>
);

test("on hydration the server's body stays the very nodes that it was", async () => {
  const slot = document.createElement('div');
  slot.innerHTML = renderToString(tree('<p>One</p>'));
  const paragraph = slot.querySelector('p');
  const root = await act(async () => hydrateRoot(slot, tree('<p>One</p>')));
  expect(slot.querySelector('p')).toBe(paragraph);
  await act(async () => root.render(tree('<p>One</p>')));
  expect(slot.querySelector('p')).toBe(paragraph);
  await act(async () => root.unmount());
});

test('a body that is made from scratch without the code that makes it safe leaves the page to its host', async () => {
  jest.doMock('../../sanitise/purify', () => {
    throw new Error('Loading chunk purify failed.');
  });
  Object.assign(globalThis, { trustedTypes: {} });
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(tree('<p>One</p>')));
  await waitFor(() =>
    expect(shell.fail).toHaveBeenCalledWith(expect.objectContaining({ message: 'Loading chunk purify failed.' })),
  );
  await act(async () => root.unmount());
  Reflect.deleteProperty(globalThis, 'trustedTypes');
});
