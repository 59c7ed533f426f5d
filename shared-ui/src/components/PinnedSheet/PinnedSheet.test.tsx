import { describeCard } from '../../samples/describe-card';
import { PinnedSheet } from './PinnedSheet';

describeCard('PinnedSheet', PinnedSheet);
