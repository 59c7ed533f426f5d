import { describeCard } from '../../samples/describe-card';
import { CareLabel } from './CareLabel';

describeCard('CareLabel', CareLabel);
