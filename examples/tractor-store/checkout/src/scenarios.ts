import type { Scenario } from '@wholepage/tooling/scenario';

/** Every page of this remote, with and without something missing. */
export const standalonePages = [
  '/checkout/cart',
  '/checkout/checkout',
  '/checkout/checkout?missing=firstname.storeId',
  '/checkout/thanks?order=T12345',
  '/checkout/sign-in',
  '/checkout/sign-in?refused=1',
  '/checkout/account',
  '/checkout/orders/T12345',
];

/** The pieces that pages of others hold, with what those pass. */
export const standaloneFragments = [
  { name: 'mini-cart', props: {} },
  { name: 'add-to-cart', props: { sku: 'CL-01-GR' } },
];

const item = {
  sku: 'CL-01-GR',
  id: 'CL-01',
  name: 'Heritage Workhorse Verdant Field',
  quantity: 2,
  price: 5_700,
  total: 11_400,
};
const full = { items: [item], count: 2, total: 11_400 };
const empty = { items: [], count: 0, total: 0 };
const offer = { match: '/api/checkout/offers', body: { sku: item.sku, name: item.name, price: 5_700, inventory: 2 } };

const order = { number: 'T12345', placedAt: '2026-03-04T05:06:07Z', items: full.items, total: full.total };
const account = [
  { match: '/api/checkout/account', body: { name: 'Ada Field', orders: [order] } },
  { match: '/api/checkout/orders/', body: order },
];

/** What its back end can answer. Forms without scripts are led on as by its redirects. */
export const scenarios: Scenario[] = [
  {
    name: 'fine',
    title: 'Two tractors, then none',
    answers: [
      { match: '/api/checkout/cart', body: full },
      offer,
      { match: '/checkout/cart/add', body: full, redirect: '/checkout/cart' },
      { match: '/checkout/cart/remove', body: empty, redirect: '/checkout/cart' },
      { match: '/checkout/place-order', redirect: '/checkout/thanks?order=T12345' },
      ...account,
      { match: '/checkout/sign-in', redirect: '/checkout/account' },
      { match: '/checkout/sign-out', redirect: '/checkout/sign-in' },
    ],
  },
  {
    name: 'empty',
    title: 'An empty cart, and nothing in stock',
    answers: [
      { match: '/api/checkout/cart', body: empty },
      { ...offer, body: { ...offer.body, inventory: 0 } },
    ],
  },
  {
    name: 'missing',
    title: 'That something is missing',
    answers: [
      { match: '/api/checkout/cart', body: full },
      { match: '/checkout/place-order', redirect: '/checkout/checkout?missing=storeId' },
    ],
  },
  {
    name: 'stranger',
    title: 'A visitor who is not signed in',
    answers: [
      { match: '/api/checkout/account', status: 401, body: { message: 'Sign in first.' } },
      { match: '/checkout/sign-in', redirect: '/checkout/sign-in?refused=1' },
    ],
  },
  { name: 'real', title: 'What its own back end says', answers: [] },
  { name: 'failing', title: 'An error 500', answers: [{ match: '/checkout/', status: 500, body: 'Error' }] },
];
