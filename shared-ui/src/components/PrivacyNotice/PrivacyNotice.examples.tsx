import { ENQUIRY_NOTICE, ENROLMENT_NOTICE } from 'site/notice';
import type { Example } from '../../samples/example';
import { PrivacyNotice } from './PrivacyNotice';

export const examples: Example[] = [
  { name: 'beside a form', render: () => <PrivacyNotice notice={ENQUIRY_NOTICE} email="hello@example.com" /> },
  { name: 'beside an enrolment', render: () => <PrivacyNotice notice={ENROLMENT_NOTICE} email="hello@example.com" /> },
];
