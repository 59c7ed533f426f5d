import type { Example } from '../../samples/example';
import { Trail } from './Trail';

const crumbs = [
  { label: 'Home', href: '/' },
  { label: 'Courses', href: '/courses' },
  { label: 'Online Course', href: '/courses/1' },
];

export const examples: Example[] = [{ name: 'trail', render: () => <Trail crumbs={crumbs} /> }];
