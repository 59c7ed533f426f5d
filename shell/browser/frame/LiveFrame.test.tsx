import { act } from '@testing-library/react';
import { SLOT_ID } from '@wholepage/contracts/page';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { testConfig } from 'site/testing';
import { render } from '../../frame-server/render';
import { createShellApi } from '../shell-api';
import { LiveFrame } from './LiveFrame';

const navigator = { navigate: jest.fn(), setHead: jest.fn() };
const shell = createShellApi(navigator as Partial<Navigator> as Navigator);

/** A page as the composer sends it, with a button in its slot; React has taken over the frame. */
async function open(page: React.ReactElement): Promise<{ slot: HTMLElement; root: Root }> {
  const { before, after } = await render({ config: testConfig, path: '/', found: true });
  document.body.innerHTML = `<div id="app">${before}${renderToString(page)}${after}</div>`;
  const app = document.querySelector<HTMLElement>('#app');
  const slot = document.getElementById(SLOT_ID);
  if (!app || !slot) throw new Error('The frame has no slot.');
  const root = await act(async () =>
    hydrateRoot(app, <LiveFrame config={testConfig} shell={shell} initialPath="/" />, { identifierPrefix: 'shell-' }),
  );
  return { slot, root };
}

it('is taken over as the server made it', async () => {
  const said = jest.spyOn(console, 'error');
  const { slot, root } = await open(<button type="button">Next</button>);
  expect(slot).toHaveTextContent('Next');
  expect(document.querySelectorAll('#main > *')).toHaveLength(2);
  expect(said).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});

it('lets a press through to a page that React is still taking over', async () => {
  const pressed = jest.fn();
  const page = (
    <button type="button" onClick={pressed}>
      Next
    </button>
  );
  const { slot, root } = await open(page);
  await act(async () => {
    startTransition(() => {
      hydrateRoot(slot, page);
    });
    slot.querySelector('button')?.click();
    expect(pressed).toHaveBeenCalledTimes(1);
  });
  await act(async () => root.unmount());
});
