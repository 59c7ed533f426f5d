import type { Example } from '../../samples/example';
import { Label } from './Label';

export const examples: Example[] = [
  { name: 'default', render: () => <Label>No. 04</Label> },
  {
    name: 'on indigo',
    render: () => (
      <div data-ground="indigo">
        <Label>Since 1973</Label>
      </div>
    ),
  },
];
