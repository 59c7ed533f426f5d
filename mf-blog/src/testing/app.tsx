import { act } from '@testing-library/react';
import { pageIn } from '@wholepage/remote-kit/testing';
import { stubShell } from 'site/testing';
import { mount, unmount } from '../app';
import { render } from '../render';
import { config as blogElsewhere } from './config';
import { hostThat } from './host';

const config = { ...blogElsewhere, hosts: { ...blogElsewhere.hosts, blog: '/api' } };
const shell = stubShell();

async function mountIn(slot: HTMLElement, data: unknown) {
  const props = { slot, config, data, shell };
  await act(async () => mount(props));
  return {
    slot,
    unmount: async () => {
      await act(async () => unmount(props));
      slot.remove();
    },
  };
}

/** The whole remote in a page, as the shell mounts it. */
export const app = {
  /** Mounts it as after a soft navigation: the slot is empty. */
  mount: () => mountIn(document.body.appendChild(document.createElement('div')), undefined),

  /** Mounts it as after a full load: the slot holds the server's HTML for this answer. */
  async mountServerMade(path: string, answer: unknown) {
    const answered = await render({
      url: new URL(path, config.siteOrigin).href,
      config,
      cookies: {},
      fetch: hostThat(answer).fetch,
      signal: new AbortController().signal,
    });
    const { html, data } = pageIn(answered);
    const slot = document.body.appendChild(document.createElement('div'));
    slot.innerHTML = html;
    return mountIn(slot, JSON.parse(JSON.stringify(data)));
  },
};
