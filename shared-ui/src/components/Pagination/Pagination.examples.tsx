import type { Example } from '../../samples/example';
import { Pagination } from './Pagination';

const href = (page: number) => `#page-${page}`;

export const examples: Example[] = [
  { name: 'few', render: () => <Pagination label="Few pages" page={1} pages={3} href={href} /> },
  { name: 'many', render: () => <Pagination label="Many pages" page={6} pages={12} href={href} /> },
  { name: 'last', render: () => <Pagination label="Last page" page={4} pages={4} href={href} /> },
];
