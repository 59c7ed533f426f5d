import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Heading } from 'shared-ui/Heading';
import { BrochureLink } from '../../../components/BrochureLink/BrochureLink';
import type { Course, Offer } from '../../../content/courses';
import type { Details } from '../../../content/details';
import { priceOf } from '../../../lib/price';
import styles from './Closing.module.css';

export interface ClosingProps {
  course: Course;
  offer: Offer;
  closing: Details['closing'];
  onEnrol(): void;
}

/** The last word: the price on a tag as large as the page allows. */
export function Closing({ course, offer, closing, onEnrol }: ClosingProps) {
  return (
    <section className={styles.closing} data-ground="indigo" aria-labelledby="closing-heading">
      <div className={styles.inner}>
        <div className={styles.words}>
          <Heading level={2} size="title" id="closing-heading">
            {closing.heading}
          </Heading>
          <p className={styles.text}>{closing.text}</p>
          <div className={styles.actions}>
            <EnquiryButton onOpen={onEnrol}>Enrol Now</EnquiryButton>
            <BrochureLink href={course.brochure} about={course.title} />
          </div>
        </div>
        <p className={styles.tag} data-ground="sheet">
          <span className={styles.course}>{course.title}</span>
          <span className={styles.price}>{priceOf(offer)}</span>
        </p>
      </div>
    </section>
  );
}
