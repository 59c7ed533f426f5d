import type { RemoteRoute } from '@wholepage/remote-kit';
import { DETAIL_SLUGS, SECTOR_SLUGS } from './content/slugs';

/** The paths of this remote, each with the chunk of its page. */
export const routes = [
  {
    path: '/product',
    name: 'products',
    load: () => import(/* webpackChunkName: "page-products" */ './pages/products/page'),
  },
  {
    path: '/product/:slug',
    name: 'sector',
    sitemap: [...SECTOR_SLUGS, ...DETAIL_SLUGS].map((slug) => `/product/${slug}`),
    load: () => import(/* webpackChunkName: "page-sector" */ './pages/sector/page'),
  },
] satisfies RemoteRoute[];
