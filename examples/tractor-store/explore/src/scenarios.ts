import type { Scenario } from '@wholepage/tooling/scenario';

/** Every kind of page of this remote. */
export const standalonePages = ['/', '/products/all', '/products/classic', '/products/nowhere', '/stores'];

/** The pieces that the layout and pages of others hold, with what those pass. */
export const standaloneFragments = [
  { name: 'header', props: { current: 'machines' } },
  { name: 'footer', props: {} },
  { name: 'recommendations', props: { skus: ['CL-01-GR'] } },
  { name: 'store-picker', props: { chosen: 'store-a' } },
];

const machine = { id: 'CL-01', name: 'Heritage Workhorse', sku: 'CL-01-GR', startPrice: 5_700 };
const store = { id: 'store-a', name: 'Aurora Flagship Store', street: 'Astronaut Way 1', city: 'Arlington' };

/** What its back end can answer. */
export const scenarios: Scenario[] = [
  {
    name: 'fine',
    title: 'One machine and one store',
    answers: [
      { match: '/categories/nowhere', status: 404, body: {} },
      {
        match: '/categories/',
        body: {
          key: 'all',
          name: 'All machines',
          products: [machine],
          filters: [{ key: 'all', name: 'All', count: 1 }],
        },
      },
      { match: '/stores', body: { stores: [store] } },
      {
        match: '/recommendations',
        body: { variants: [{ sku: 'CL-01-GR', name: 'Heritage Workhorse Verdant Field' }] },
      },
    ],
  },
  { name: 'real', title: 'What its own back end says', answers: [] },
  { name: 'failing', title: 'An error 500', answers: [{ match: '/api/explore', status: 500, body: 'Error' }] },
  {
    name: 'hanging',
    title: 'Nothing, for ever',
    answers: [{ match: '/api/explore', delayMs: Number.POSITIVE_INFINITY }],
  },
  { name: 'offline', title: 'That there is no network', answers: [{ match: '/api/explore', offline: true }] },
];
