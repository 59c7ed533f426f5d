import type { PageProps } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { LinkButton } from 'shared-ui/LinkButton';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage, type LoadContext, useFill } from 'site/remote';
import { type Catalogue, FRESH_SECONDS, loadCatalogue } from '../../catalogue/load-catalogue';
import { priced } from '../../catalogue/priced';
import { courses, type Offer } from '../../content/courses';
import { coursesPage } from '../../content/courses-page';
import { ENROL } from '../../content/enrolment';
import { Enrolment } from '../../enrolment/Enrolment';
import { COURSES_FAILURE } from '../../enrolment/failures/failure-prefix';
import { allowCheckout } from '../../lib/allow-checkout';
import { courseRecord } from '../../lib/course-record';
import { CourseRow } from './CourseRow/CourseRow';
import { OneOnOnePromo } from './OneOnOnePromo/OneOnOnePromo';
import styles from './page.module.css';
import { SizeChart } from './SizeChart/SizeChart';

const coursesOf = (catalogue: Catalogue = { kind: 'away' }) =>
  courses.map((course) => ({ ...course, offer: priced(course.offer, catalogue) }));

function Courses({ data }: PageProps<Catalogue>) {
  const fill = useFill();
  const [offer, setOffer] = useState<Offer>();
  const { banner, heading, steps } = coursesPage;
  const shown = coursesOf(data);
  return (
    <>
      <Banner
        variant="tall"
        label={banner.label}
        heading={banner.heading}
        text={fill(banner.text)}
        picture={banner.picture}
        action={<LinkButton href="#courses">{banner.call}</LinkButton>}
      />
      <section id="courses" aria-labelledby="courses-heading">
        <h2 id="courses-heading" className={styles.heading}>
          {heading}
        </h2>
        {shown.map((course) => (
          <CourseRow key={course.id} course={course} onEnrol={() => setOffer(course.offer)} />
        ))}
      </section>
      <SizeChart offers={shown.map((course) => course.offer)} />
      <OneOnOnePromo />
      <Section layout="plain" heading={steps.heading} lead={steps.text}>
        <ProcessTape variant="thread" label={steps.heading} steps={steps.items} />
      </Section>
      <Enrolment offer={offer} failurePrefix={COURSES_FAILURE} onClose={() => setOffer(undefined)} />
    </>
  );
}

const describe = (context: LoadContext, catalogue: Catalogue) => ({
  head: pageHead(coursesPage.meta, context, {
    action: { ...ENROL, target: 'courses' },
    jsonLd: [
      breadcrumbList({ label: 'Courses', href: '/courses' }),
      ...coursesOf(catalogue).map(({ id, title, summary, offer, mode, duration }) =>
        courseRecord(
          { name: title, description: summary, path: `/courses/${id}`, offers: [offer], mode, duration },
          context.config,
        ),
      ),
    ],
  }),
  allow: allowCheckout(context.config),
});

export const page = definePage<Catalogue>({
  load: async (context) => {
    const catalogue = await loadCatalogue(context);
    return { ...describe(context, catalogue), data: catalogue, maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS };
  },
  Page: Courses,
});
