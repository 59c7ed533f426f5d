import type { RemoteRoute } from '@wholepage/remote-kit';

/** The path owned here, with the chunk that holds its page. */
export const routes = [
  {
    path: '/product/:id',
    name: 'product',
    query: ['sku'],
    load: () => import(/* webpackChunkName: "page-product" */ './pages/product/page'),
  },
] satisfies RemoteRoute[];
