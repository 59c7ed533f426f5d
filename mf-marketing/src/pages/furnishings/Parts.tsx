import { Banner } from 'shared-ui/Banner';
import { Carousel } from 'shared-ui/Carousel';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { useFill } from 'site/remote';
import { CaptionedPicture } from '../../components/CaptionedPicture/CaptionedPicture';
import { GetStarted } from '../../components/GetStarted/GetStarted';
import { Paragraphs } from '../../components/Paragraphs/Paragraphs';
import { furnishings } from '../../content/furnishings';
import styles from './Parts.module.css';

/** The opening: a room at morning, across the page. */
export function Opening() {
  const fill = useFill();
  const { label, heading, text, picture } = furnishings.hero;
  return (
    <div className={styles.opening}>
      <Banner
        label={label}
        heading={fill(heading)}
        text={text}
        picture={picture}
        action={<GetStarted />}
        variant="tall"
      />
    </div>
  );
}

/** What the line is. */
export function AboutLine() {
  const { heading, paragraphs, picture } = furnishings.about;
  return (
    <Section
      layout="split"
      heading={heading}
      media={<Picture picture={picture} ratio="1/1" className={styles.linen} />}
    >
      <Paragraphs texts={paragraphs} />
    </Section>
  );
}

/** Four steps on one thread. */
export function FourSteps() {
  const { label, heading, text, steps } = furnishings.process;
  return (
    <Section layout="offset" ground="indigo" heading={heading} lead={text}>
      <ProcessTape label={label} steps={steps} variant="thread" />
      <GetStarted />
    </Section>
  );
}

/** Rooms that were finished lately. */
export function Crafted() {
  const { carousel, heading, text, slides } = furnishings.crafted;
  return (
    <Section heading={heading} lead={text}>
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
    </Section>
  );
}
