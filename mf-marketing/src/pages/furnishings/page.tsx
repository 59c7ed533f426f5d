import { memo } from 'react';
import { Banner } from 'shared-ui/Banner';
import { Heading } from 'shared-ui/Heading';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { Tabs } from 'shared-ui/Tabs';
import { type Tile, TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import { preloaded, whenVisible } from 'shared-ui/WhenVisible';
import { fill } from 'site/company-text';
import { pageHead } from 'site/page-head';
import { definePage, useFill } from 'site/remote';
import { Gallery } from '../../components/Gallery/Gallery';
import { GetStarted } from '../../components/GetStarted/GetStarted';
import raw from '../../content/furnishings.content.json';
import type { Content } from '../../content/schema';
import styles from './furnishings.module.css';

/** The build checks the record by `schema.ts`. */
const furnishings = raw as Content['furnishings'];

const ContactForm = whenVisible('furnishings-form', () =>
  import(/* webpackChunkName: "furnishings-form" */ '../../components/ContactForm').then(
    (module) => module.ContactForm,
  ),
);

/** Renders once for each address: a part that still waits for its chunk must not render again. */
const Furnishings = memo(function Furnishings() {
  return (
    <div data-theme="furnishings">
      <Opening />
      <AboutLine />
      <Categories />
      <FourSteps />
      <Industries />
      <Promises />
      <ContactForm form="contact" {...furnishings.reinvent} />
      <Crafted />
    </div>
  );
});

export const page = definePage({
  load: (context) =>
    preloaded(
      {
        head: pageHead(furnishings.meta, context, {
          label: fill(furnishings.hero.heading, context.config.company),
        }),
        data: null,
      },
      ContactForm,
    ),
  Page: () => <Furnishings />,
});

/** The banner: a room in the morning, across the page. */
function Opening() {
  const fill = useFill();
  const { label, heading, text, picture } = furnishings.hero;
  return (
    <div className={styles.partsOpening}>
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

function AboutLine() {
  const fill = useFill();
  const { heading, paragraphs, picture } = furnishings.about;
  return (
    <Section
      layout="split"
      heading={heading}
      media={<Picture picture={picture} ratio="1/1" className={styles.linen} />}
    >
      <Paragraphs texts={paragraphs.map(fill)} />
    </Section>
  );
}

/** Four steps on one thread. */
function FourSteps() {
  const { label, heading, text, steps } = furnishings.process;
  return (
    <Section layout="offset" ground="indigo" heading={heading} lead={text}>
      <ProcessTape label={label} steps={steps} variant="thread" />
      <GetStarted />
    </Section>
  );
}

/** A gallery of recently finished rooms. */
function Crafted() {
  const { carousel, heading, text, slides } = furnishings.crafted;
  return (
    <Section heading={heading} lead={text}>
      <Gallery label={carousel} slides={slides} />
    </Section>
  );
}

/** Layout of each chapter of the swatch book, chosen for its content. */
const LAYOUT_OF: Record<string, TileGridProps['layout']> = {
  bedding: 'lookbook',
  bath: 'quilt',
  curtains: 'rail',
  branded: 'staggered',
  tailored: 'ledger',
};

/** Adds the note on its make to a tile. */
const noted = ({ note, ...tile }: (typeof furnishings.categories.tabs)[number]['tiles'][number]): Tile => ({
  ...tile,
  more: note && <p className={styles.note}>{note}</p>,
});

/** The swatch book: tabs with five chapters. */
function Categories() {
  const { heading, text, tabs } = furnishings.categories;
  return (
    <Section ground="cloth" heading={heading} lead={text} id="swatch-book">
      <Tabs
        label={heading}
        tabs={tabs.map((tab) => ({
          id: tab.id,
          label: tab.label,
          panel: (
            <div className={styles.chapter}>
              <div className={styles.categoriesOpening}>
                <Heading level={3} size="title">
                  {tab.label}
                </Heading>
                <p className={styles.categoriesText}>{tab.text}</p>
              </div>
              <TileGrid
                layout={LAYOUT_OF[tab.id] ?? 'swatches'}
                label={tab.label}
                tiles={tab.tiles.map(noted)}
                headingLevel={4}
              />
            </div>
          ),
        }))}
      />
    </Section>
  );
}

/** Five industries, in five windows of unequal size. */
function Industries() {
  const { heading, tiles } = furnishings.industries;
  return (
    <Section heading={heading}>
      <ul className={styles.windows}>
        {tiles.map((tile) => (
          <li key={tile.title} className={styles.window}>
            <figure className={styles.figure}>
              <Picture picture={tile.picture} className={styles.picture} />
              <figcaption className={styles.name}>{tile.title}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Five promises, numbered so that customers can refer to them. */
function Promises() {
  const fill = useFill();
  const { heading, items } = furnishings.promises;
  return (
    <Section layout="aside" ground="cloth" heading={fill(heading)} stitch>
      <ol className={styles.promises}>
        {items.map((item) => (
          <li key={item.title} className={styles.promise}>
            <div>
              <Heading level={3} size="section">
                {item.title}
              </Heading>
              <p className={styles.promisesText}>{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
