import { SLOT_ID } from '@wholepage/contracts/page';
import { provideFederation } from '@wholepage/federation/federation-runtime';
import type { PublicConfig } from 'site/config';
import 'shared-ui/styles/index.css';
import { nextTask } from '@wholepage/federation/browser';
import { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { fetchSettings, readPageState } from '@wholepage/shell-kit/boot/page-state';
import { whenWanted } from '@wholepage/shell-kit/boot/when-wanted';
import { layOutForReturn, parsed } from '@wholepage/shell-kit/navigation/arrive';
import { prefetchPage } from '@wholepage/shell-kit/remotes/page-files';

provideFederation();

const events = new HeldEvents(SLOT_ID);

/** Fetches all that the page needs at once, in tasks that a slow phone, too, does between two touches. @returns brings it to life */
async function load(): Promise<() => Promise<void>> {
  const state = readPageState();
  // React is shared with the remotes, and shared modules can only be awaited. It comes with the layout, and is run before it.
  const react = import(/* webpackChunkName: "layout" */ '@wholepage/shell-kit/boot/react');
  await nextTask();
  const settings = fetchSettings<PublicConfig>(state);
  const { remote } = state;
  const [route] = remote?.routes ?? [];
  if (remote && route) await prefetchPage({ remote, route }, 'low');
  await react;
  await nextTask();
  const { start } = await import(/* webpackChunkName: "layout" */ './start');
  const { config } = await settings;
  await nextTask();
  return () => start(state, config, events);
}

/** Tells styles that the page is painted: what they fetch from then on keeps nothing waiting. */
const markPainted = (): void => document.documentElement.setAttribute('data-painted', '');

/** Whether this script came from the browser's cache. Then so do the typefaces, and the first paint may have them. */
const isKnown = (): boolean => {
  const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return loads.some(({ name, transferSize }) => name === own && transferSize === 0);
};

if (isKnown()) markPainted();
layOutForReturn();
events.listen();
void whenWanted()
  .then(markPainted)
  .then(parsed)
  .then(() => events.bringToLife(load));
