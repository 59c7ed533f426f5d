import type { Example } from '../../samples/example';
import { ProcessTape } from './ProcessTape';

const seven = [
  { title: 'Brand requirement', text: 'We listen, and look at the work itself.' },
  { title: 'Product design' },
  { title: 'Sampling and product development', text: 'Worn for a fortnight before it is approved.' },
  { title: 'Forecasting' },
  { title: 'Manufacturing', text: 'Cut in Chennai, sewn in lines of twelve.' },
  { title: 'Warehousing and shipping' },
  { title: 'Delivery', text: 'Packed by name, one box each.' },
];
const four = [
  { title: 'Space & Brand Assessment', text: 'Light, traffic, laundry: we note them all.' },
  { title: 'Concept/Design Development', text: 'Weave, weight and colour on one board.' },
  { title: 'Prototyping & Refinement', text: 'One room, made up as it will be.' },
  { title: 'Delivery & Installation', text: 'Hung, dressed and signed off.' },
];

export const examples: Example[] = [
  { name: 'tape of seven', render: () => <ProcessTape label="From sketch to stitch" steps={seven} variant="tape" /> },
  {
    name: 'thread of seven',
    render: () => <ProcessTape label="From concept to comfort" steps={seven} variant="thread" />,
  },
  { name: 'tape of four', render: () => <ProcessTape label="How we furnish" steps={four} variant="tape" /> },
  { name: 'thread of four', render: () => <ProcessTape label="How we furnish" steps={four} variant="thread" /> },
];
