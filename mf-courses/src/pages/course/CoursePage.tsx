import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Section } from 'shared-ui/Section';
import { Trail } from 'shared-ui/Trail';
import { useFill } from 'site/remote';
import { factsOf } from '../../catalogue/priced';
import { BrochureLink } from '../../components/BrochureLink/BrochureLink';
import { Chapters } from '../../components/Chapters/Chapters';
import { FactList } from '../../components/FactList/FactList';
import { Reels } from '../../components/Reels/Reels';
import type { Course, Offer } from '../../content/courses';
import type { Details } from '../../content/details';
import { ENROL } from '../../content/enrolment';
import { Enrolment } from '../../enrolment/Enrolment';
import { COURSES_FAILURE } from '../../enrolment/failures/failure-prefix';
import { datesOf, priceOf } from '../../lib/price';
import { Closing } from './Closing/Closing';
import styles from './CoursePage.module.css';
import { Introduction } from './Introduction/Introduction';

const BANNERS = { '1': 'split', '2': 'plain', '3': 'tall' } as const;

export interface CoursePageProps {
  course: Course;
  /** Of the course, as it costs now. */
  offer: Offer;
  details: Details;
}

/** One course, from the promise to the price. */
export function CoursePage({ course, offer, details }: CoursePageProps) {
  const [chosen, setChosen] = useState<Offer>();
  const fill = useFill();
  const enrol = () => setChosen(offer);
  return (
    <>
      <Trail
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'Courses', href: '/courses' },
          { label: course.title, href: `/courses/${course.id}` },
        ]}
      />
      <Banner
        variant={BANNERS[course.id]}
        label={details.label}
        heading={course.title}
        text={details.lead}
        picture={course.picture}
        action={
          <div className={styles.actions}>
            <p className={styles.price}>{priceOf(offer)}</p>
            <EnquiryButton id={ENROL.target} onOpen={enrol}>
              Enrol Now
            </EnquiryButton>
            <BrochureLink href={course.brochure} about={course.title} />
          </div>
        }
      />
      <div className={styles.facts}>
        <FactList facts={factsOf(course.facts, offer)} variant="tape" />
        <p className={styles.dates}>{fill(datesOf(offer))}</p>
      </div>
      <Introduction id={course.id} introduction={details.introduction} />
      <Section layout="aside" ground="cloth" label="In detail" heading={course.headline}>
        <Chapters chapters={details.chapters} />
      </Section>
      <Reels reels={details.reels} />
      <Closing course={course} offer={offer} closing={details.closing} onEnrol={enrol} />
      <Enrolment offer={chosen} failurePrefix={COURSES_FAILURE} onClose={() => setChosen(undefined)} />
    </>
  );
}
