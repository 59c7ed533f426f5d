import type { Example } from '../../samples/example';
import { StatRow } from './StatRow';

const stats = [
  { value: '1973', label: 'In business since' },
  { value: '250+', label: 'Brands served' },
  { value: '60+', label: 'Countries' },
  { value: '10 m+', label: 'Uniforms made' },
];

export const examples: Example[] = [{ name: 'default', render: () => <StatRow stats={stats} /> }];
