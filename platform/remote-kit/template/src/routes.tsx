import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths of this remote, each with the chunk of its page. */
export const routes = [
  {
    path: '/template',
    name: 'home',
    menu: 'Template',
    load: () => import(/* webpackChunkName: "page-home" */ './pages/home/page'),
  },
] satisfies RemoteRoute[];
