import { Heading } from 'shared-ui/Heading';
import { HeroCarousel } from 'shared-ui/HeroCarousel';
import { Label } from 'shared-ui/Label';
import { Picture } from 'shared-ui/Picture';
import { useFill } from 'site/remote';
import { GetStarted } from '../../../components/GetStarted/GetStarted';
import { home } from '../../../content/home';
import styles from './Hero.module.css';
import { RailLabel } from './RailLabel';

const AUTOPLAY = { delay: 2800, speed: 900 };

/** The opening of the site: three drawings that take turns, each with its sentence. */
export function Hero() {
  const fill = useFill();
  const slides = home.hero.slides.map((slide, index) => (
    <div className={styles.slide} key={slide.heading}>
      <div className={styles.words}>
        <Label>{slide.label}</Label>
        <Heading level={index === 0 ? 1 : 2} size="display">
          {slide.heading}
        </Heading>
        <p className={styles.text}>{fill(slide.text)}</p>
        <GetStarted />
      </div>
      <Picture picture={slide.picture} priority={index === 0 || 'later'} className={styles.scene} />
      {index === 0 && <RailLabel />}
    </div>
  ));
  const names = home.hero.slides.map(({ heading }) => heading);
  return (
    <div className={styles.hero}>
      <div className={styles.stage}>
        <HeroCarousel label={home.hero.label} slides={slides} names={names} autoplay={AUTOPLAY} />
      </div>
    </div>
  );
}
