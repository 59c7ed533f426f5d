import { SLOT_ID } from '@wholepage/contracts/page';
import { nextTask } from '@wholepage/federation/browser';
import { provideFederation } from '@wholepage/federation/federation-runtime';
import './base.css';
import './layout.css';
import { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { fetchSettings, readPageState } from '@wholepage/shell-kit/boot/page-state';
import { whenWanted } from '@wholepage/shell-kit/boot/when-wanted';
import { parsed } from '@wholepage/shell-kit/navigation/arrive';
import { prefetchPage } from '@wholepage/shell-kit/remotes/page-files';

provideFederation();

const events = new HeldEvents(SLOT_ID);

/** Loads everything the page needs, in separate tasks, so that it answers touches meanwhile. @returns what hydrates it */
async function load(): Promise<() => Promise<void>> {
  const state = readPageState();
  // React is shared with the remotes, and shared modules can only be awaited.
  const react = import(/* webpackChunkName: "layout" */ '@wholepage/shell-kit/boot/react');
  await nextTask();
  const settings = fetchSettings(state);
  const { remote } = state;
  const [route] = remote?.routes ?? [];
  if (remote && route) await prefetchPage({ remote, route }, 'low');
  await react;
  const { start } = await import(/* webpackChunkName: "layout" */ './start');
  const { config } = await settings;
  await nextTask();
  return () => start(state, config, events);
}

events.listen();
void whenWanted()
  .then(parsed)
  .then(() => events.bringToLife(load));
