import type { Example } from '../../samples/example';
import { Tabs } from './Tabs';

const tabs = [
  { id: 'uniforms', label: 'Uniforms', panel: <p>Seven sectors, forty-six roles.</p> },
  { id: 'furnishings', label: 'Furnishings', panel: <p>Bed linen, curtains, blinds and bath.</p> },
  { id: 'merchandise', label: 'Merchandise', panel: <p>Packaging, embroidery, accessories, sachets.</p> },
];

export const examples: Example[] = [{ name: 'default', render: () => <Tabs label="What we make" tabs={tabs} /> }];
