import type { Example } from '../../samples/example';
import { quietShell } from '../../samples/site';
import { EnquiryButton } from './EnquiryButton';

export const examples: Example[] = [
  { name: 'default', render: () => <EnquiryButton onOpen={quietShell.openEnquiry}>Let's Get Started</EnquiryButton> },
];
