import type { Example } from '../../samples/example';
import { marks } from '../../samples/pictures';
import { LogoWall } from './LogoWall';

export const examples: Example[] = [
  { name: 'twenty-one', render: () => <LogoWall label="Our esteemed clients" logos={marks} /> },
];
