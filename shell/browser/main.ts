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

/** Loads what the page needs at once, in tasks that even a slow phone fits between two touches. @returns starts the page */
async function load(): Promise<() => Promise<void>> {
  const state = readPageState();
  // React is shared with the remotes, and shared modules are asynchronous. It comes in the layout's chunk, and runs first.
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

/** Tells the stylesheets that the page is painted: their later requests delay nothing. */
const markPainted = (): void => document.documentElement.setAttribute('data-painted', '');

/** True when this script came from the browser's cache. Then the typefaces do, too, and the first paint may use them. */
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
