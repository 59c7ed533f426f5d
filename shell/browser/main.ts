import { SLOT_ID } from 'contracts/page';
import { provideFederation } from 'federation/federation-runtime';
import 'shared-ui/styles/index.css';
import { nextTask } from 'contracts/next-task';
import { HeldEvents } from 'shell-kit/boot/held-events';
import { layOutForReturn } from 'shell-kit/boot/lay-out-rest';
import { fetchSettings, readPageState } from 'shell-kit/boot/page-state';
import { parsed } from 'shell-kit/boot/parsed';
import { whenWanted } from 'shell-kit/boot/when-wanted';
import { prefetchPage } from 'shell-kit/remotes/page-files';

provideFederation();

const events = new HeldEvents(SLOT_ID);

/** Fetches all that the page needs at once, and brings it to life in tasks that a slow phone, too, does between two touches. */
async function boot(): Promise<void> {
  const state = readPageState();
  // React is shared with the remotes, and shared modules can only be awaited. It comes with the frame, and is run before it.
  const react = import(/* webpackChunkName: "frame" */ 'shell-kit/boot/react');
  await nextTask();
  const settings = fetchSettings(state);
  const { remote } = state;
  const [route] = remote?.routes ?? [];
  if (remote && route) await prefetchPage({ remote, route }, 'low');
  await react;
  await nextTask();
  const { start } = await import(/* webpackChunkName: "frame" */ './start');
  const { config } = await settings;
  await nextTask();
  await start(state, config, events);
}

layOutForReturn();
events.listen();
whenWanted()
  .then(parsed)
  .then(boot)
  .catch((error: unknown) => {
    console.error('The page stays as the server made it.', error);
    events.giveUp('frame');
    events.giveUp('slot');
  });
