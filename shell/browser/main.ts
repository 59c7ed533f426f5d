import { provideFederation } from 'contracts/federation-runtime';
import { SLOT_ID } from 'contracts/page';
import 'shared-ui/styles/index.css';
import { HeldEvents } from './boot/held-events';
import { fetchSettings, readPageState } from './boot/page-state';
import { whenWanted } from './boot/when-wanted';
import { prefetchPage } from './remotes/page-files';

provideFederation();

const events = new HeldEvents(SLOT_ID);

/** Fetches all that the page needs at once, and brings it to life. */
async function boot(): Promise<void> {
  const state = readPageState();
  const [route] = state.remote?.routes ?? [];
  if (state.remote && route) prefetchPage({ remote: state.remote, route }, 'low');
  // React is shared with the remotes, and shared modules can only be awaited.
  const start = import(/* webpackChunkName: "frame" */ './start');
  const { config } = await fetchSettings(state);
  (await start).start(state, config, events);
}

events.listen();
whenWanted()
  .then(boot)
  .catch((error: unknown) => {
    console.error('The page stays as the server made it.', error);
    events.giveUp('frame');
    events.giveUp('slot');
  });
