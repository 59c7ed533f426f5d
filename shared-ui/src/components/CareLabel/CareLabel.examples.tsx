import { cardExamples } from '../../samples/card-examples';
import { CareLabel } from './CareLabel';

export const examples = cardExamples(CareLabel);
