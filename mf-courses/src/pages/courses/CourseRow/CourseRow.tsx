import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { Picture } from 'shared-ui/Picture';
import { factsOf } from '../../../catalogue/priced';
import { FactList } from '../../../components/FactList/FactList';
import type { Course, Offer } from '../../../content/courses';
import { priceOf } from '../../../lib/price';
import styles from './CourseRow.module.css';

export interface CourseRowProps {
  course: Omit<Course, 'offer'> & { offer: Offer };
  onEnrol(): void;
}

/** One course as one cut of cloth across the page; each of the three is cut differently. */
export function CourseRow({ course, onEnrol }: CourseRowProps) {
  return (
    <article
      className={styles.row}
      aria-label={course.title}
      data-course={course.id}
      data-ground={course.id === '2' ? 'indigo' : undefined}
    >
      <div className={styles.frame}>
        <Picture picture={course.picture} className={styles.picture} />
      </div>
      <div className={styles.words}>
        <span className={styles.number} aria-hidden="true">
          {course.id}
        </span>
        <Heading level={3} size="title">
          {course.title}
        </Heading>
        <p className={styles.headline}>{course.headline}</p>
        <p className={styles.summary}>{course.summary}</p>
        <FactList facts={factsOf(course.facts, course.offer)} />
        <p className={styles.price} data-sku={course.offer.variant}>
          {priceOf(course.offer)}
        </p>
        <div className={styles.actions}>
          <EnquiryButton onOpen={onEnrol}>
            Enrol Now <span className="visually-hidden">in the {course.title}</span>
          </EnquiryButton>
          <LinkButton href={`/courses/${course.id}`} variant="secondary" aria-label={`Get Started: ${course.title}`}>
            Get Started
          </LinkButton>
        </div>
      </div>
    </article>
  );
}
