import type { PageProps } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Trail } from 'shared-ui/Trail';
import { breadcrumbList, pageHead } from 'site/page-head';
import { definePage, useFill } from 'site/remote';
import { type Catalogue, FRESH_SECONDS, loadCatalogue, priced } from '../../catalogue/catalogue';
import { BrochureLink } from '../../components/BrochureLink/BrochureLink';
import { Chapters } from '../../components/Chapters/Chapters';
import { Reels } from '../../components/Reels/Reels';
import type { Offer } from '../../content/courses';
import { ENROL } from '../../content/enrolment';
import { oneOnOne } from '../../content/one-on-one';
import { Enrolment } from '../../enrolment/Enrolment';
import { ONE_ON_ONE_FAILURE } from '../../enrolment/errors';
import { allowCheckout } from '../../lib/allow-checkout';
import { COURSES, courseRecord } from '../../lib/course-record';
import { priceOf } from '../../lib/price';
import styles from './one-on-one.module.css';

const PATH = '/one-on-one-transformation';
const CRUMBS = [COURSES, { label: oneOnOne.banner.label, href: PATH }];

/** Puts each sentence of the heading on its own line. */
const sentences = (heading: string) =>
  heading.split(/(?<=\.) /).map((sentence) => (
    <span key={sentence} className={styles.sentence}>
      {`${sentence} `}
    </span>
  ));

const offersOf = (catalogue: Catalogue = { kind: 'away' }) => ({
  online: priced(oneOnOne.enrol.online.offer, catalogue),
  offline: priced(oneOnOne.enrol.offline.offer, catalogue),
});

function OneOnOne({ data }: PageProps<Catalogue>) {
  const fill = useFill();
  const [offer, setOffer] = useState<Offer>();
  const offers = offersOf(data);
  const enrol = (wanted: Offer) =>
    setOffer({ ...wanted, format: 'one-on-one', label: `${banner.label}, ${wanted.label}` });
  const { banner, introduction, days, reels, brochure } = oneOnOne;
  return (
    <>
      <Trail crumbs={CRUMBS} />
      <Banner
        variant="split"
        label={banner.label}
        heading={sentences(banner.heading)}
        text={banner.text}
        picture={banner.picture}
        focus="end"
        action={
          <div className={styles.actions}>
            <EnquiryButton id={ENROL.target} onOpen={() => enrol(offers.online)}>
              Enrol Now
            </EnquiryButton>
            <BrochureLink href={brochure} about={banner.label} />
          </div>
        }
      />
      <Section
        layout="split-reverse"
        label={introduction.label}
        heading={introduction.heading}
        media={<Picture picture={introduction.picture} ratio="4/5" />}
      >
        <Paragraphs texts={introduction.paragraphs.map(fill)} />
      </Section>
      <Section layout="aside" ground="cloth" label={days.label} heading={days.heading}>
        <Chapters chapters={days.items} />
      </Section>
      <Gain />
      <Reels reels={reels} />
      <Choice offers={offers} onEnrol={enrol} />
      <Enrolment offer={offer} failurePrefix={ONE_ON_ONE_FAILURE} onClose={() => setOffer(undefined)} />
    </>
  );
}

export const page = definePage<Catalogue>({
  load: async (context) => {
    const catalogue = await loadCatalogue(context);
    const { online, offline } = offersOf(catalogue);
    const course = {
      name: oneOnOne.banner.label,
      description: oneOnOne.meta.description,
      path: PATH,
      offers: [online, offline],
      mode: 'Onsite',
      duration: 'P4D',
    } as const;
    return {
      head: pageHead(oneOnOne.meta, context, {
        action: ENROL,
        jsonLd: [breadcrumbList(...CRUMBS), courseRecord(course, context.config)],
      }),
      data: catalogue,
      maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS,
      allow: allowCheckout(context.config),
    };
  },
  Page: OneOnOne,
});

/** The list of what participants gain in the four days. */
function Gain() {
  const { label, heading, points } = oneOnOne.gain;
  return (
    <Section layout="offset" ground="linen" label={label} heading={heading}>
      <ol className={styles.list}>
        {points.map((point) => (
          <li key={point.title} className={styles.point}>
            <h3 className={styles.gainTitle}>{point.title}</h3>
            <p className={styles.gainText}>{point.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface ChoiceProps {
  /** The offers at their present prices. */
  offers: Record<'online' | 'offline', Offer>;
  onEnrol(offer: Offer): void;
}

/** The two variants of the course, as two tags. */
function Choice({ offers, onEnrol }: ChoiceProps) {
  const { heading, text, online, offline } = oneOnOne.enrol;
  return (
    <Section layout="plain" ground="indigo" heading={heading} lead={text}>
      <div className={styles.tags}>
        {[
          { ...online, offer: offers.online },
          { ...offline, offer: offers.offline },
        ].map(({ offer, title, text: what }) => (
          <article
            key={offer.variant}
            className={styles.tag}
            aria-label={title}
            data-ground="sheet"
            data-variant={offer.variant}
          >
            <p className={styles.course}>{offer.label}</p>
            <h3 className={styles.choiceTitle}>{title}</h3>
            <p className={styles.choiceText}>{what}</p>
            <p className={styles.price} data-sku={offer.variant}>
              {priceOf(offer)}
            </p>
            <EnquiryButton onOpen={() => onEnrol(offer)} variant={offer.variant === 'online' ? 'primary' : 'secondary'}>
              Enrol in the {offer.label}
            </EnquiryButton>
          </article>
        ))}
      </div>
      <BrochureLink href={oneOnOne.brochure} about={oneOnOne.banner.label} />
    </Section>
  );
}
