import { screen } from '@testing-library/dom';
import { act } from '@testing-library/react';
import { stubShell, testConfig } from '@wholepage/remote-kit/testing';
import { mount, unmount } from '../../app';

test('who comes back to the thanks with a basket that is filled again is not told that it is empty', async () => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList;
  history.replaceState(null, '', '/checkout/thanks?order=T12345');
  const slot = document.body.appendChild(document.createElement('div'));
  const shell = stubShell();
  const publish = jest.spyOn(shell.events, 'publish');
  const props = { slot, config: testConfig, data: undefined, shell };
  await act(async () => mount(props));
  expect(await screen.findByText(/^Order T12345 is on its way/)).toBeVisible();
  expect(publish).not.toHaveBeenCalled();
  await act(async () => unmount(props));
});
