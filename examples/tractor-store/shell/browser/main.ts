import { SLOT_ID } from '@wholepage/contracts/page';
import { nextTask } from '@wholepage/federation/browser';
import { provideFederation } from '@wholepage/federation/federation-runtime';
import '@tractor-store/ui/styles.css';
import './layout.css';
import './boundaries.css';
import { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { fetchSettings, readPageState } from '@wholepage/shell-kit/boot/page-state';
import { whenWanted } from '@wholepage/shell-kit/boot/when-wanted';
import { parsed } from '@wholepage/shell-kit/navigation/arrive';
import { prefetchPage } from '@wholepage/shell-kit/remotes/page-files';
import { watchBoundaries } from './boundaries';

provideFederation();

const events = new HeldEvents(SLOT_ID);

/** Fetches all that the page needs at once, in tasks between which a touch is answered. @returns brings it to life */
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

void parsed().then(watchBoundaries);
events.listen();
void whenWanted()
  .then(parsed)
  .then(() => events.bringToLife(load));
