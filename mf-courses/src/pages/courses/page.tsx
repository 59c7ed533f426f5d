import { breadcrumbList } from 'contracts/json-ld';
import { pageHead } from 'contracts/page-head';
import { useState } from 'react';
import { definePage, useFill } from 'remote-kit';
import { Banner } from 'shared-ui/Banner';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { courses, type Offer } from '../../content/courses';
import { Enrolment } from '../../enrolment/Enrolment';
import { COURSES_FAILURE } from '../../enrolment/failure-prefix';
import { allowCheckout } from '../../lib/allow-checkout';
import { courseRecord } from '../../lib/course-record';
import { CourseRow } from './CourseRow/CourseRow';
import { OneOnOnePromo } from './OneOnOnePromo/OneOnOnePromo';
import styles from './page.module.css';
import { SizeChart } from './SizeChart/SizeChart';

function Courses() {
  const fill = useFill();
  const [offer, setOffer] = useState<Offer>();
  const { banner, heading, steps } = courses;
  return (
    <>
      <Banner
        variant="tall"
        label={banner.label}
        heading={banner.heading}
        text={fill(banner.text)}
        picture={banner.picture}
      />
      <section aria-labelledby="courses-heading">
        <h2 id="courses-heading" className={styles.heading}>
          {heading}
        </h2>
        {courses.courses.map((course) => (
          <CourseRow key={course.id} course={course} onEnrol={() => setOffer(course.offer)} />
        ))}
      </section>
      <SizeChart />
      <OneOnOnePromo />
      <Section layout="plain" heading={steps.heading} lead={steps.text}>
        <ProcessTape variant="thread" label={steps.heading} steps={steps.items} />
      </Section>
      <Enrolment offer={offer} failurePrefix={COURSES_FAILURE} onClose={() => setOffer(undefined)} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(courses.meta, context, {
      jsonLd: [
        breadcrumbList({ label: 'Courses', href: '/courses' }),
        ...courses.courses.map(({ id, title, summary, offer, mode, duration }) =>
          courseRecord(
            { name: title, description: summary, path: `/courses/${id}`, offers: [offer], mode, duration },
            context.config,
          ),
        ),
      ],
    }),
    data: null,
    allow: allowCheckout(context.config),
  }),
  Page: Courses,
});
