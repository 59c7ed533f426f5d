import { act } from '@testing-library/react';
import { PAGE_STATE_ID, type PageState, SLOT_ID } from '@wholepage/contracts/page';
import { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { testConfig } from 'site/testing';
import { render } from '../layout-server/render';
import { start } from './start';

const STATE: PageState = {
  settings: '/config.json',
  releases: { shell: '1.0.0' },
  remote: undefined,
  address: '/',
  rendered: true,
  data: null,
  // No page here has this shape, so each counts as changed on its way.
  shape: '0 0 0',
};

jest.mock('@wholepage/shell-kit/reports/report', () => ({
  ...jest.requireActual<object>('@wholepage/shell-kit/reports/report'),
  watchVisit: () => () => {},
}));

/** Opens a page as the composer sends it and somebody changed it on its way, and hydrates the layout. */
async function open(page: React.ReactElement, change = (html: string) => html): Promise<HTMLElement> {
  window.history.replaceState(null, '', '/');
  const { before, after } = await render({ config: testConfig, path: '/', status: 200 });
  document.body.innerHTML = change(`<div id="app">${before}${renderToString(page)}${after}</div>`);
  document.body.append(Object.assign(document.createElement('script'), { id: PAGE_STATE_ID }));
  await act(() => start(STATE, testConfig, new HeldEvents(SLOT_ID)));
  const slot = document.getElementById(SLOT_ID);
  if (!slot) throw new Error('The layout has no slot.');
  return slot;
}

const BUTTON = <button type="button">Next</button>;

it('takes over the layout as the server made it', async () => {
  const slot = await open(BUTTON);
  const served = document.querySelector('header');
  expect(slot).toHaveTextContent('Next');
  expect(document.querySelectorAll('#main > *')).toHaveLength(2);
  expect(document.querySelector('header')).toBe(served);
});

it('makes a header from scratch that somebody changed on its way, and nothing beside it', async () => {
  const slot = await open(BUTTON, (html) =>
    html
      .replace(/<a href="mailto:[^<]*<\/a>/, '<a href="/cdn/email-protection">[email protected]</a>')
      .replace('<button type="button">Next', '<button type="button" id="served">Next'),
  );
  expect(slot.querySelector('#served')).toHaveTextContent('Next');
  expect(document.querySelector('header')).not.toHaveTextContent('[email protected]');
  expect(document.querySelector('header')).toHaveTextContent(testConfig.company.email);
  expect(document.querySelector('footer')).toHaveTextContent('All rights reserved');
});

it('lets a press through to a page that React is still taking over', async () => {
  const pressed = jest.fn();
  const page = (
    <button type="button" onClick={pressed}>
      Next
    </button>
  );
  const slot = await open(page);
  await act(async () => {
    startTransition(() => {
      hydrateRoot(slot, page);
    });
    slot.querySelector('button')?.click();
    expect(pressed).toHaveBeenCalledTimes(1);
  });
});
