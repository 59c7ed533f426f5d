import type { Example } from '../../samples/example';
import { OwnLabelField, WovenName } from './OwnLabel';

export const examples: Example[] = [
  {
    name: 'field and label',
    render: () => (
      <div>
        <WovenName placeholder="Your name here" />
        <OwnLabelField label="Whose name goes in it?" hint="It is kept on this browser alone." />
      </div>
    ),
  },
];
