import type { Example } from '../../samples/example';
import { Heading } from './Heading';

export const examples: Example[] = [
  {
    name: 'sizes',
    render: () => (
      <>
        <Heading level={2} size="display">
          Made to be worn every day
        </Heading>
        <Heading level={2}>Our Process From Concept to Comfort</Heading>
        <Heading level={3}>Sampling and product development</Heading>
        <Heading level={4}>Outdoor and cold zone staff</Heading>
      </>
    ),
  },
];
