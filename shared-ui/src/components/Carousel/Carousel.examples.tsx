import type { Example } from '../../samples/example';
import { badge, scene } from '../../samples/pictures';
import { Banner } from '../Banner/Banner';
import { Picture } from '../Picture/Picture';
import { TestimonialCard } from '../TestimonialCard/TestimonialCard';
import { Carousel } from './Carousel';

const heroes = [1, 2, 3].map((number) => (
  <Banner
    key={number}
    variant="split"
    heading={`Cut, sewn and proven, slide ${number}`}
    picture={scene(`hero-${number}`, '')}
  />
));
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
  {
    name: 'hero',
    render: () => (
      <Carousel label="What we do" slides={heroes} perView={1} autoplay={{ delay: 2800, speed: 900 }} variant="hero" />
    ),
  },
  { name: 'cards', render: () => <Carousel label="Customers say" slides={words} perView="1-3" variant="cards" /> },
  { name: 'gallery', render: () => <Carousel label="Our work" slides={works} perView="1-3" variant="gallery" /> },
];
