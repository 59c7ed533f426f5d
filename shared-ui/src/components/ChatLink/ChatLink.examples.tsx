import type { Example } from '../../samples/example';
import { ChatLink } from './ChatLink';

export const examples: Example[] = [
  { name: 'chat', render: () => <ChatLink company={{ chat: '919840000000' }} about="Aviation" /> },
];
