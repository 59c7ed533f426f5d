import { useId } from 'react';
import { Banner } from 'shared-ui/Banner';
import { FileField } from 'shared-ui/FileField';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Lead } from 'shared-ui/Lead';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { pageHead } from 'site/page-head';
import { definePage, useFill } from 'site/remote';
import { Directors } from '../../components/Directors/Directors';
import { GetStarted } from '../../components/GetStarted/GetStarted';
import { OrderSheet } from '../../components/OrderSheet/OrderSheet';
import { SketchToStitch } from '../../components/SketchToStitch/SketchToStitch';
import type { Content } from '../../content/schema';
import raw from '../../content/studio.content.json';
import styles from './studio.module.css';

/** The build checks the record by `schema.ts`. */
const studio = raw as Content['studio'];

function Studio() {
  return (
    <>
      <Banner {...studio.banner} variant="mirror" />
      <AboutStudio />
      <SketchToStitch />
      <Inspiration />
      <Directors {...studio.people} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({ head: pageHead(studio.meta, context, { label: studio.banner.heading }), data: null }),
  Page: Studio,
});

/** The studio, and the items on its shelf. */
function AboutStudio() {
  const fill = useFill();
  const id = useId();
  const { heading, paragraphs, picture, shelf } = studio.about;
  return (
    <section className={styles.studio} data-ground="cloth" aria-labelledby={id}>
      <div className={styles.inner}>
        <Heading level={2} size="title" id={id}>
          {heading}
        </Heading>
        <Picture picture={picture} ratio="3/2" className={styles.picture} />
        <div className={styles.words}>
          <Paragraphs texts={paragraphs.map(fill)} />
          <GetStarted />
        </div>
        <dl className={styles.shelf}>
          {shelf.map(({ title, text }) => (
            <div key={title} className={styles.place}>
              <dt>{title}</dt>
              <dd>{fill(text)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The inspiration form: one picture or PDF, and contact details for the reply. */
function Inspiration() {
  const { label, heading, text, hints } = studio.inspiration;
  const id = useId();
  return (
    <OrderSheet form="studio" FileControl={FileField} ground="indigo" labelledBy={id}>
      <Label>{label}</Label>
      <Heading level={2} size="display" id={id}>
        {heading}
      </Heading>
      <Lead>{text}</Lead>
      <ul className={styles.hints}>
        {hints.map((hint) => (
          <li key={hint} className={styles.hint}>
            {hint}
          </li>
        ))}
      </ul>
    </OrderSheet>
  );
}
