import type { TextFile } from '@wholepage/contracts/release';
import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths of this remote, each with the chunk of its page. */
export const routes = [
  {
    path: '/blog',
    name: 'list',
    query: ['page'],
    load: () => import(/* webpackChunkName: "page-list" */ './pages/list/page'),
  },
  { path: '/blog/:slug', name: 'post', load: () => import(/* webpackChunkName: "page-post" */ './pages/post/page') },
] satisfies RemoteRoute[];

export const files = [{ path: '/blog/feed.xml', type: 'application/atom+xml' }] satisfies TextFile[];
