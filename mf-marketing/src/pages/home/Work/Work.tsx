import { useId } from 'react';
import { Carousel } from 'shared-ui/Carousel';
import { Heading } from 'shared-ui/Heading';
import { Lead } from 'shared-ui/Lead';
import { CaptionedPicture } from '../../../components/CaptionedPicture/CaptionedPicture';
import { home } from '../../../content/home';
import styles from './Work.module.css';

/** Six programmes, side by side from the margin to the edge of the page. */
export function Work() {
  const { carousel, heading, text, slides } = home.work;
  const id = useId();
  return (
    <section className={styles.frame} aria-labelledby={id}>
      <div className={styles.work} data-ground="cloth">
        <div className={styles.head}>
          <Heading level={2} size="display" id={id}>
            {heading}
          </Heading>
          <Lead>{text}</Lead>
        </div>
        <div className={styles.strip}>
          <Carousel
            label={carousel}
            slides={slides.map((slide) => <CaptionedPicture key={slide.caption} {...slide} />)}
            names={slides.map(({ caption }) => caption)}
            perView="1-3"
            spacing={30}
            loop
            pagination
            variant="gallery"
          />
        </div>
      </div>
    </section>
  );
}
