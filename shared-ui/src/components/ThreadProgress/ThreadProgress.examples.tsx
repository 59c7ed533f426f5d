import type { Example } from '../../samples/example';
import { ThreadProgress } from './ThreadProgress';

export const examples: Example[] = [{ name: 'busy', render: () => <ThreadProgress busy /> }];
