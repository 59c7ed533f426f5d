import type { Example } from '../../samples/example';
import { AlertDialog } from './AlertDialog';

const stay = () => undefined;

export const examples: Example[] = [
  { name: 'open', render: () => <AlertDialog text="Please enter your phone number." onClose={stay} /> },
];
