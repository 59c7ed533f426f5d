import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths of this remote, each with the chunk of its page. */
export const routes = [
  { path: '/', name: 'home', load: () => import(/* webpackChunkName: "page-home" */ './pages/home/page') },
  {
    path: '/products/:category',
    name: 'category',
    sitemap: ['all', 'classic', 'autonomous'].map((category) => `/products/${category}`),
    load: () => import(/* webpackChunkName: "page-category" */ './pages/category/page'),
  },
  { path: '/stores', name: 'stores', load: () => import(/* webpackChunkName: "page-stores" */ './pages/stores/page') },
] satisfies RemoteRoute[];
