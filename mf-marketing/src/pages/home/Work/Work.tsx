import { useId } from 'react';
import { Carousel } from 'shared-ui/Carousel';
import { Heading } from 'shared-ui/Heading';
import { Lead } from 'shared-ui/Lead';
import { CaptionedPicture } from '../../../components/CaptionedPicture/CaptionedPicture';
import { home } from '../../../content/home';
import styles from './Work.module.css';

/** Six programmes, laid side by side from one edge of the page to the other. */
export function Work() {
  const { carousel, heading, text, slides } = home.work;
  const id = useId();
  return (
    <section className={styles.work} data-ground="cloth" aria-labelledby={id}>
      <div className={styles.head}>
        <Heading level={2} size="display" id={id}>
          {heading}
        </Heading>
        <Lead>{text}</Lead>
      </div>
      <Carousel
        label={carousel}
        slides={slides.map((slide) => <CaptionedPicture key={slide.caption} {...slide} />)}
        perView="1-3"
        spacing={30}
        loop
        pagination
        variant="gallery"
      />
    </section>
  );
}
