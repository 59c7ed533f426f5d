import type { Example } from '../../samples/example';
import { outfit } from '../../samples/pictures';
import { Picture } from './Picture';

export const examples: Example[] = [
  { name: 'own shape', render: () => <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} /> },
  { name: 'cropped', render: () => <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} ratio="1/1" /> },
];
