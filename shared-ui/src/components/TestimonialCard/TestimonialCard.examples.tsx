import type { Example } from '../../samples/example';
import { badge } from '../../samples/pictures';
import { TestimonialCard } from './TestimonialCard';

const testimonial = {
  picture: badge('testimonial-1', ''),
  name: 'R. Sample',
  role: 'Head of procurement, hotel group',
  text: 'They measured all nine hundred of us, and it shows. We reorder by letter and nothing ever comes back.',
  sample: true,
};

export const examples: Example[] = [
  { name: 'default', render: () => <TestimonialCard {...testimonial} /> },
  {
    name: 'short, no role',
    render: () => (
      <TestimonialCard picture={badge('testimonial-2', '')} name="A. Sample" text="It was the right date." />
    ),
  },
];
