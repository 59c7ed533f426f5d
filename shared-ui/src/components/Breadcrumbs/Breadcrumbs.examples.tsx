import type { Example } from '../../samples/example';
import { Breadcrumbs } from './Breadcrumbs';

const items = [{ label: 'Home', href: '#home' }, { label: 'Our Products', href: '#product' }, { label: 'Aviation' }];

export const examples: Example[] = [{ name: 'default', render: () => <Breadcrumbs items={items} /> }];
