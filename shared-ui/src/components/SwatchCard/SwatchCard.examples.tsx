import { cardExamples } from '../../samples/card-examples';
import { SwatchCard } from './SwatchCard';

export const examples = cardExamples(SwatchCard);
