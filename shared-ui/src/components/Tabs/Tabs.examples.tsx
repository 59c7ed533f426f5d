import type { Example } from '../../samples/example';
import { Tabs } from './Tabs';

const tabs = [
  { id: 'uniforms', label: 'Uniforms', panel: <p>Seven sectors, forty-six roles.</p> },
  { id: 'furnishings', label: 'Furnishings', panel: <p>Bed linen, curtains, blinds and bath.</p> },
  { id: 'merchandise', label: 'Merchandise', panel: <p>Packaging, embroidery, accessories, sachets.</p> },
];

const others = tabs.map((tab) => ({ ...tab, id: `second-${tab.id}` }));

export const examples: Example[] = [
  { name: 'default', render: () => <Tabs label="What we make" tabs={tabs} /> },
  { name: 'second selected', render: () => <Tabs label="What we furnish" tabs={others} initial={1} /> },
  {
    name: 'on indigo',
    render: () => (
      <div data-ground="indigo">
        <Tabs label="What we add" tabs={tabs.map((tab) => ({ ...tab, id: `indigo-${tab.id}` }))} />
      </div>
    ),
  },
];
