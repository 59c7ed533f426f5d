import type { Scenario } from '@wholepage/tooling/scenario';

/** It owns no page. */
export const standalonePages: string[] = [];

/** The piece that pages of others hold, with what those pass. */
export const standaloneFragments = [{ name: 'recommendations', props: { skus: ['CL-01-GR'] } }];

/** What its back end can answer. */
export const scenarios: Scenario[] = [
  {
    name: 'fine',
    title: 'Two machines',
    answers: [
      {
        match: '/api/inspire/recommendations',
        body: {
          variants: [
            { sku: 'CL-01-GR', name: 'Heritage Workhorse Verdant Field' },
            { sku: 'AU-03-RD', name: 'FutureHarvest Navigator Scarlet Dynamo' },
          ],
        },
      },
    ],
  },
  { name: 'real', title: 'What its own back end says', answers: [] },
  { name: 'none', title: 'No machine', answers: [{ match: '/api/inspire', body: { variants: [] } }] },
  { name: 'failing', title: 'An error 500', answers: [{ match: '/api/inspire', status: 500, body: 'Error' }] },
];
