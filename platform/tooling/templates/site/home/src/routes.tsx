import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths owned here, each with the chunk that holds its page. */
export const routes = [
  { path: '/', name: 'home', load: () => import(/* webpackChunkName: "page-home" */ './pages/home/page') },
] satisfies RemoteRoute[];
