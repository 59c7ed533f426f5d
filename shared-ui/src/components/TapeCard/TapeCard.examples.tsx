import { cardExamples } from '../../samples/card-examples';
import { TapeCard } from './TapeCard';

export const examples = cardExamples(TapeCard);
