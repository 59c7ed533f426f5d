import type { RemoteRoute } from '@wholepage/remote-kit';
import { CART_COOKIE } from './api/cart';

/** The paths owned here, each with the chunk that holds its page. */
export const routes = [
  {
    path: '/checkout/cart',
    name: 'cart',
    cookies: [CART_COOKIE],
    query: ['refused'],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-cart" */ './pages/cart/page'),
  },
  {
    path: '/checkout/checkout',
    name: 'checkout',
    query: ['missing'],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-checkout" */ './pages/checkout/page'),
  },
  {
    path: '/checkout/thanks',
    name: 'thanks',
    query: ['order'],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-thanks" */ './pages/thanks/page'),
  },
] satisfies RemoteRoute[];

/** Where our back end takes forms. */
export const actions = ['/checkout/cart/add', '/checkout/cart/remove', '/checkout/place-order'];
