import type { Example } from '../../samples/example';
import { Signpost } from './Signpost';

export const examples: Example[] = [
  {
    name: 'to the courses',
    render: () => <Signpost text="You dress one person, and it is you?" link="See the courses" href="/courses" />,
  },
];
