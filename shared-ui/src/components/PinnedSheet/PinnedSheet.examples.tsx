import { cardExamples } from '../../samples/card-examples';
import { PinnedSheet } from './PinnedSheet';

export const examples = cardExamples(PinnedSheet);
