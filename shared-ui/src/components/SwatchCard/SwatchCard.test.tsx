import { describeCard } from '../../samples/describe-card';
import { SwatchCard } from './SwatchCard';

describeCard('SwatchCard', SwatchCard);
