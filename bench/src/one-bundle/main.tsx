import { routes as blog } from '../../../mf-blog/src/routes';
import { routes as courses } from '../../../mf-courses/src/routes';
import { routes as marketing } from '../../../mf-marketing/src/routes';
import { routes as products } from '../../../mf-products/src/routes';
import { SLOT_ID } from '../../../platform/contracts/src/page/page';
import { findRoute, loadPage } from '../../../platform/remote-kit/src/routes';
import type { PublicConfig } from '../../../site/contract/config';
import '../../../shared-ui/src/styles/index.css';
import { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { fetchSettings, readPageState } from '@wholepage/shell-kit/boot/page-state';
import { whenWanted } from '@wholepage/shell-kit/boot/when-wanted';
import { layOutForReturn, parsed } from '@wholepage/shell-kit/navigation/arrive';
import { nextTask } from '../../../platform/federation/src/browser';

/** The whole site as one bundle: the build of a team that need not release its parts separately. */
const routes = [...marketing, ...products, ...blog, ...courses];
const events = new HeldEvents(SLOT_ID);

async function boot(): Promise<void> {
  const state = readPageState();
  const match = findRoute(routes, window.location.pathname);
  const [{ start }, { config }] = await Promise.all([
    import(/* webpackChunkName: "layout" */ './site'),
    fetchSettings<PublicConfig>(state),
    match && loadPage(match.route),
  ]);
  await nextTask();
  start(routes, config, state.data, events);
}

/** Marks the page as painted: from then on the layout's styles load typefaces. */
const markPainted = (): void => document.documentElement.setAttribute('data-painted', '');

layOutForReturn();
events.listen();
whenWanted()
  .then(markPainted)
  .then(parsed)
  .then(boot)
  .catch((error: unknown) => {
    console.error('The page stays as the server made it.', error);
    events.giveUp('layout');
    events.giveUp('slot');
  });
