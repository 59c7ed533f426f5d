import type { Example } from '../../samples/example';
import { ErrorText } from './ErrorText';

export const examples: Example[] = [{ name: 'default', render: () => <ErrorText>Something went wrong.</ErrorText> }];
