import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Section } from 'shared-ui/Section';
import { BrochureLink } from '../../../components/BrochureLink/BrochureLink';
import type { Offer } from '../../../content/courses';
import { oneOnOne } from '../../../content/one-on-one';
import { priceOf } from '../../../lib/price';
import styles from './Choice.module.css';

export interface ChoiceProps {
  /** As they cost now. */
  offers: Record<'online' | 'offline', Offer>;
  onEnrol(offer: Offer): void;
}

/** Both ways to take the course, as two tags on one thread. */
export function Choice({ offers, onEnrol }: ChoiceProps) {
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
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{what}</p>
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
