import type { Example } from '../../samples/example';
import { StatRow } from './StatRow';

const stats = [
  { value: '1973', label: 'In business since' },
  { value: '250+', label: 'Brands served' },
  { value: '60+', label: 'Countries' },
  { value: '10 m+', label: 'Uniforms made' },
];

export const examples: Example[] = [
  { name: 'three', render: () => <StatRow stats={stats.slice(0, 3)} /> },
  { name: 'four', render: () => <StatRow stats={stats} /> },
  { name: 'five', render: () => <StatRow stats={[...stats, { value: '46', label: 'Roles dressed' }]} /> },
];
