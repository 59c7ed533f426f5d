import type { Example } from '../../samples/example';
import { Spinner } from './Spinner';

export const examples: Example[] = [{ name: 'default', render: () => <Spinner /> }];
