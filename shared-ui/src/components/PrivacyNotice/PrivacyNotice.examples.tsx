import type { Example } from '../../samples/example';
import { PrivacyNotice } from './PrivacyNotice';

export const examples: Example[] = [
  { name: 'beside a form', render: () => <PrivacyNotice email="hello@example.com" /> },
  { name: 'beside an enrolment', render: () => <PrivacyNotice kind="enrolment" email="hello@example.com" /> },
];
