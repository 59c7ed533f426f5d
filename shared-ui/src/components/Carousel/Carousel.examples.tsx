import type { Example } from '../../samples/example';
import { badge, scene } from '../../samples/pictures';
import { Picture } from '../Picture/Picture';
import { TestimonialCard } from '../TestimonialCard/TestimonialCard';
import { Carousel } from './Carousel';

const works = [1, 2, 3, 4, 5, 6].map((number) => (
  <Picture key={number} picture={scene(`work-${number}`, `Our work, number ${number}`)} ratio="4/5" />
));
const quotes = [1, 2, 3, 4, 5, 6].map((number) => ({
  picture: badge(`testimonial-${number}`, ''),
  name: `Client ${number}`,
  role: 'Procurement, hotel group',
  text:
    number % 2
      ? 'The collars still stand after two hundred washes.'
      : 'They measured all nine hundred of us, and it shows. We reorder by letter and nothing ever comes back.',
}));
const words = quotes.map((quote) => <TestimonialCard key={quote.name} {...quote} />);

export const examples: Example[] = [
  { name: 'cards', render: () => <Carousel label="Customers say" slides={words} perView="1-3" variant="cards" /> },
  { name: 'gallery', render: () => <Carousel label="Our work" slides={works} perView="1-3" variant="gallery" /> },
];
