import type { Example } from '../../samples/example';
import { Lead } from './Lead';

export const examples: Example[] = [
  {
    name: 'default',
    render: () => (
      <Lead>Every uniform begins on brown paper, with a pencil, a tape and the people who will wear it.</Lead>
    ),
  },
];
