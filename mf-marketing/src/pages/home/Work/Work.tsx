import { Carousel } from 'shared-ui/Carousel';
import { Section } from 'shared-ui/Section';
import { CaptionedPicture } from '../../../components/CaptionedPicture/CaptionedPicture';
import { home } from '../../../content/home';

/** Six programmes, laid side by side on the cutting cloth. */
export function Work() {
  const { carousel, heading, text, slides } = home.work;
  return (
    <Section ground="cloth" heading={heading} lead={text}>
      <Carousel
        label={carousel}
        slides={slides.map((slide) => <CaptionedPicture key={slide.caption} {...slide} />)}
        perView="1-3"
        spacing={30}
        loop
        pagination
        variant="gallery"
      />
    </Section>
  );
}
