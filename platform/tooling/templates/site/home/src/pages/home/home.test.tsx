import { screen } from '@testing-library/dom';
import { act } from '@testing-library/react';
import { pageIn, stubShell, testConfig } from '@wholepage/remote-kit/testing';
import { mount, unmount } from '../../app';
import { home } from '../../content/home';
import { render } from '../../render';

afterEach(() => document.body.replaceChildren());

test('the page is whole before a script runs', async () => {
  const answer = await render({
    url: `${testConfig.siteOrigin}/`,
    config: testConfig,
    cookies: {},
    fetch,
    signal: new AbortController().signal,
  });
  const { status, head, html } = pageIn(answer);
  document.body.innerHTML = html;
  expect(status).toBe(200);
  expect(head).toMatchObject({ title: testConfig.site.name, canonical: '/' });
  expect(screen.getByRole('heading', { level: 1, name: home.heading })).toBeVisible();
});

test('comes and goes without leaving anything', async () => {
  const slot = document.body.appendChild(document.createElement('div'));
  const props = { slot, config: testConfig, data: undefined, shell: stubShell() };
  await act(async () => mount(props));
  expect(await screen.findByRole('heading', { level: 1, name: home.heading })).toBeVisible();
  await act(async () => unmount(props));
  expect(slot).toBeEmptyDOMElement();
});
