import type { Scenario } from '@wholepage/tooling/scenario';

/** A product with several colours, one with a colour that is asked for, and one that is not there. */
export const standalonePages = ['/product/CL-01', '/product/CL-01?sku=CL-01-GY', '/product/XX-00'];

const product = {
  id: 'CL-01',
  name: 'Heritage Workhorse',
  category: 'classic',
  highlights: ['Pulls a four-share plough from dawn to dusk without a fuss'],
  variants: [
    { sku: 'CL-01-GR', name: 'Verdant Field', color: '#6b8e23' },
    { sku: 'CL-01-GY', name: 'Stormy Sky', color: '#708090' },
  ],
};

/** What its back end can answer. */
export const scenarios: Scenario[] = [
  {
    name: 'fine',
    title: 'One product',
    answers: [
      { match: '/products/XX-00', status: 404, body: {} },
      { match: '/api/decide/products/', body: product },
    ],
  },
  { name: 'real', title: 'What its own back end says', answers: [] },
  { name: 'failing', title: 'An error 500', answers: [{ match: '/api/decide', status: 500, body: 'Error' }] },
  {
    name: 'hanging',
    title: 'Nothing, for ever',
    answers: [{ match: '/api/decide', delayMs: Number.POSITIVE_INFINITY }],
  },
];
