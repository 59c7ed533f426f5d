import type { Example } from '../../samples/example';
import { scene } from '../../samples/pictures';
import { Banner } from '../Banner/Banner';
import { HeroCarousel } from './HeroCarousel';

const heroes = [1, 2, 3].map((number) => (
  <Banner
    key={number}
    variant="split"
    heading={`Cut, sewn and proven, slide ${number}`}
    picture={scene(`hero-${number}`, '')}
  />
));

export const examples: Example[] = [
  {
    name: 'hero',
    render: () => <HeroCarousel label="What we do" slides={heroes} autoplay={{ delay: 2800, speed: 900 }} />,
  },
];
