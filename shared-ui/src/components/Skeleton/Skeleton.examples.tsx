import type { Example } from '../../samples/example';
import { Skeleton } from './Skeleton';

export const examples: Example[] = [{ name: 'five lines', render: () => <Skeleton lines={5} /> }];
