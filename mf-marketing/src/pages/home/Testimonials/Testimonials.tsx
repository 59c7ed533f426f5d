import { Carousel } from 'shared-ui/Carousel';
import { Section } from 'shared-ui/Section';
import { TestimonialCard } from 'shared-ui/TestimonialCard';
import { home } from '../../../content/home';

/** What six customers say, one at a time or three abreast. */
export function Testimonials() {
  const { carousel, heading, items } = home.testimonials;
  return (
    <Section heading={heading}>
      <Carousel
        label={carousel}
        slides={items.map(({ sample, ...item }) => (
          <TestimonialCard key={item.name} {...item} sample={sample === true} />
        ))}
        names={items.map(({ name }) => name)}
        perView="1-3"
        spacing={30}
        loop
        pagination
        variant="cards"
      />
    </Section>
  );
}
