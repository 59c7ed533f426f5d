import type { Example } from '../../samples/example';
import { Accordion } from './Accordion';

const items = [
  {
    id: 'day-1',
    heading: 'Day 1: Personalized Consultation',
    panel: <p>Measure, colour and the life you dress for.</p>,
  },
  { id: 'day-2', heading: 'Day 2: Guided Shopping', panel: <p>Three shops, one list, nothing impulsive.</p> },
  { id: 'day-3', heading: 'Day 3: Skincare, Makeup & Confidence Training', panel: <p>In the studio, at your pace.</p> },
];

export const examples: Example[] = [
  { name: 'first open', render: () => <Accordion items={items} initial="day-1" level={3} /> },
  {
    name: 'all closed',
    render: () => <Accordion items={items.map((item) => ({ ...item, id: `closed-${item.id}` }))} level={3} />,
  },
];
