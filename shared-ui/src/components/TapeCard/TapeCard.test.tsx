import { describeCard } from '../../samples/describe-card';
import { TapeCard } from './TapeCard';

describeCard('TapeCard', TapeCard);
