import type { RemoteRoute } from 'contracts/react';

/** The paths owned here, each with the chunk that holds its page. */
export const routes = [
  {
    path: '/product',
    name: 'products',
    load: () => import(/* webpackChunkName: "page-products" */ './pages/products/page'),
  },
  {
    path: '/product/:slug',
    name: 'sector',
    load: () => import(/* webpackChunkName: "page-sector" */ './pages/sector/page'),
  },
] satisfies RemoteRoute[];
