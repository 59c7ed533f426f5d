import type { Example } from '../../samples/example';
import { PrivacyNotice } from './PrivacyNotice';

export const examples: Example[] = [
  { name: 'beside a form', render: () => <PrivacyNotice email="hello@example.com" /> },
];
