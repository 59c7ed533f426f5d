import { screen } from '@testing-library/dom';
import { act } from '@testing-library/react';
import { pageIn, stubShell, testConfig } from '@wholepage/remote-kit/testing';
import { mount, unmount } from '../../app';
import { render } from '../../render';

afterEach(() => document.body.replaceChildren());

const heading = { level: 1, name: 'Template' };
const url = new URL('/template', testConfig.siteOrigin);

it('has its heading, its title and a way to the first page before a script runs', async () => {
  const answer = await render({
    url: url.href,
    config: testConfig,
    cookies: {},
    fetch,
    signal: new AbortController().signal,
  });
  const { status, head, html } = pageIn(answer);
  document.body.innerHTML = html;
  expect(status).toBe(200);
  expect(head).toMatchObject({
    title: 'Template | Test & Thimble',
    canonical: '/template',
  });
  expect(screen.getByRole('heading', heading)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the first page' })).toHaveAttribute('href', '/');
});

it('comes and goes without leaving anything', async () => {
  history.replaceState(null, '', url.pathname);
  const slot = document.body.appendChild(document.createElement('div'));
  const props = { slot, config: testConfig, data: undefined, shell: stubShell() };
  await act(async () => mount(props));
  expect(await screen.findByRole('heading', heading)).toBeVisible();
  await act(async () => unmount(props));
  expect(slot).toBeEmptyDOMElement();
});
