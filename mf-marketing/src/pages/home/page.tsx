import { type ComponentType, memo, useEffect, useId, useState } from 'react';
import { Carousel } from 'shared-ui/Carousel';
import { Heading } from 'shared-ui/Heading';
import { HeroCarousel } from 'shared-ui/HeroCarousel';
import { Label } from 'shared-ui/Label';
import { Lead } from 'shared-ui/Lead';
import { LinkButton } from 'shared-ui/LinkButton';
import { LogoWall } from 'shared-ui/LogoWall';
import { readOwnLabel } from 'shared-ui/own-label';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Signpost } from 'shared-ui/Signpost';
import { StatRow } from 'shared-ui/StatRow';
import { TestimonialCard } from 'shared-ui/TestimonialCard';
import { preloaded, whenVisible } from 'shared-ui/WhenVisible';
import { pageHead } from 'site/page-head';
import { definePage, useFill } from 'site/remote';
import { ClothStrip } from '../../components/ClothStrip/ClothStrip';
import { Gallery } from '../../components/Gallery/Gallery';
import { GetStarted } from '../../components/GetStarted/GetStarted';
import { SketchToStitch } from '../../components/SketchToStitch/SketchToStitch';
import raw from '../../content/home.content.json';
import type { Content } from '../../content/schema';
import { organization } from '../../lib/organization';
import hero from './hero.module.css';
import styles from './home.module.css';
import industries from './industries.module.css';

/** The build checks the record by `schema.ts`. */
const home = raw as Content['home'];

const ContactForm = whenVisible('home-form', () =>
  import(/* webpackChunkName: "home-form" */ '../../components/ContactForm').then((module) => module.ContactForm),
);

/** Renders once for each address: a part that still waits for its chunk must not render again. */
const Home = memo(function Home() {
  return (
    <>
      <Hero />
      <Brands />
      <Industries />
      <Promo />
      <ClothStrip picture={home.rest} />
      <Work />
      <ContactForm form="home" {...home.getInTouch} />
      <SketchToStitch />
      <Footprint />
      <Testimonials />
      <Signpost {...home.signpost} />
    </>
  );
});

export const page = definePage({
  load: (context) =>
    preloaded(
      { head: pageHead(home.meta, context, { jsonLd: [organization(context.config.company)] }), data: null },
      ContactForm,
    ),
  Page: () => <Home />,
});

const AUTOPLAY = { delay: 2800, speed: 900 };

/** The opening of the site: a carousel of three drawings, each with its sentence. */
function Hero() {
  const fill = useFill();
  const slides = home.hero.slides.map((slide, index) => (
    <div className={hero.slide} key={slide.heading}>
      <div className={hero.words}>
        <Label>{slide.label}</Label>
        {/* Only one heading is exposed at a time, so each one is the page's first-level heading. */}
        <Heading level={index === 0 ? 1 : 2} aria-level={1} size="display">
          {slide.heading}
        </Heading>
        <p className={hero.text}>{fill(slide.text)}</p>
        <GetStarted />
      </div>
      <Picture picture={slide.picture} priority={index === 0 || 'later'} className={hero.scene} />
      {index === 0 && <RailLabel />}
    </div>
  ));
  const names = home.hero.slides.map(({ heading }) => heading);
  return (
    <div className={hero.hero}>
      <div className={hero.stage}>
        <HeroCarousel label={home.hero.label} slides={slides} names={names} autoplay={AUTOPLAY} />
      </div>
    </div>
  );
}

/** The visitor's own label on the rail of the first slide. Its chunk loads only if the visitor has entered a name. */
function RailLabel() {
  const [Woven, setWoven] = useState<ComponentType>();
  useEffect(() => {
    if (readOwnLabel().trim() === '') return;
    // If the chunk fails to load, the rail has no label.
    import('shared-ui/OwnLabel').then(({ WovenName }) => setWoven(() => WovenName)).catch(() => {});
  }, []);
  return (
    Woven && (
      <div className={hero.tag} data-unprinted>
        <Woven />
      </div>
    )
  );
}

/** The logos of clients, and five numbers. */
function Brands() {
  const fill = useFill();
  const { heading, logos, stats } = home.brands;
  return (
    <Section ground="cloth" heading={heading} stitch>
      <LogoWall label={heading} logos={logos} />
      <div className={styles.stats}>
        <StatRow stats={stats.map(({ value, label }) => ({ value: fill(value), label }))} />
      </div>
    </Section>
  );
}

/** Links to the seven sectors, as patches of unequal size around one with the heading. */
function Industries() {
  const { heading, text, tiles } = home.industries;
  const id = useId();
  return (
    <section className={industries.quilt} aria-labelledby={id}>
      <div className={industries.title} data-ground="indigo">
        <Heading level={2} id={id}>
          {heading}
        </Heading>
        <Lead>{text}</Lead>
      </div>
      <ul className={industries.patches}>
        {tiles.map((tile) => (
          <li key={tile.href} className={industries.patch}>
            <div className={industries.scene} data-own-size>
              <Picture picture={tile.picture} className={industries.picture} />
            </div>
            <div className={industries.words}>
              <Heading level={3} size="section">
                <a href={tile.href} className={industries.link}>
                  {tile.title}
                </a>
              </Heading>
              <p className={industries.text}>{tile.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The furnishings line, in its own theme: a strip of swatches and the link to its page. */
function Promo() {
  const fill = useFill();
  const { label, heading, text, link, picture, swatches } = home.promo;
  return (
    <div data-theme="furnishings">
      <Section
        layout="bleed"
        ground="linen"
        label={label}
        heading={fill(heading)}
        lead={text}
        media={<Picture picture={picture} className={styles.picture} />}
      >
        <ul className={styles.swatches}>
          {swatches.map((swatch) => (
            <li key={swatch} className={styles.swatch}>
              {swatch}
            </li>
          ))}
        </ul>
        <LinkButton href="/ambience-and-harmony">{fill(link)}</LinkButton>
      </Section>
    </div>
  );
}

/** Six programmes, side by side from the margin to the edge of the page. */
function Work() {
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
          <Gallery label={carousel} slides={slides} />
        </div>
      </div>
    </section>
  );
}

/** An embroidered map of the world, across the page. */
function Footprint() {
  const fill = useFill();
  const { heading, text, picture, notes } = home.footprint;
  const id = useId();
  return (
    <section className={styles.footprint} data-ground="ink" aria-labelledby={id}>
      <div className={styles.words}>
        <Heading level={2} size="display" id={id}>
          {heading}
        </Heading>
        <p className={styles.text}>{text}</p>
      </div>
      <Picture picture={picture} className={styles.map} />
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{fill(note)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A carousel of six testimonials, one at a time or three abreast. */
function Testimonials() {
  const { carousel, heading, items } = home.testimonials;
  return (
    <Section heading={heading}>
      <Carousel
        label={carousel}
        slides={items.map(({ sample, ...item }) => (
          <TestimonialCard key={item.name} {...item} sample={sample === true} />
        ))}
        names={items.map(({ name }) => name)}
      />
    </Section>
  );
}
