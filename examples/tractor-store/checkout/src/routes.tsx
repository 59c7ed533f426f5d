import type { RemoteRoute } from '@wholepage/remote-kit';
import { SESSION_COOKIE } from './api/account';
import { CART_COOKIE } from './api/cart';

/** The paths of this remote, each with the chunk of its page. */
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
  {
    path: '/checkout/sign-in',
    name: 'sign-in',
    query: ['refused'],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-sign-in" */ './pages/sign-in/page'),
  },
  {
    path: '/checkout/account',
    name: 'account',
    cookies: [SESSION_COOKIE],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-account" */ './pages/account/page'),
  },
  {
    path: '/checkout/orders/:number',
    name: 'order',
    cookies: [SESSION_COOKIE],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-order" */ './pages/order/page'),
  },
] satisfies RemoteRoute[];

/** Where our back end takes forms. */
export const actions = [
  '/checkout/cart/add',
  '/checkout/cart/remove',
  '/checkout/place-order',
  '/checkout/sign-in',
  '/checkout/sign-out',
];
