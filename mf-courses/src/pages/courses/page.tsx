import type { PageProps } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { breadcrumbList, pageHead } from 'site/page-head';
import { definePage, type LoadContext, useFill } from 'site/remote';
import { type Catalogue, FRESH_SECONDS, factsOf, loadCatalogue, priced } from '../../catalogue/catalogue';
import { FactList } from '../../components/FactList/FactList';
import { type Course, courses, type Offer } from '../../content/courses';
import raw from '../../content/courses-page.content.json';
import { ENROL } from '../../content/enrolment';
import type { Content } from '../../content/schema';
import { Enrolment } from '../../enrolment/Enrolment';
import { COURSES_FAILURE } from '../../enrolment/errors';
import { allowCheckout } from '../../lib/allow-checkout';
import { COURSES, courseRecord } from '../../lib/course-record';
import { priceOf } from '../../lib/price';
import styles from './courses.module.css';

const coursesPage = raw as Content['courses-page'];

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
      breadcrumbList(COURSES),
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

interface CourseRowProps {
  course: Omit<Course, 'offer'> & { offer: Offer };
  onEnrol(): void;
}

/** One course as a row across the page. Each of the three has a layout of its own. */
function CourseRow({ course, onEnrol }: CourseRowProps) {
  return (
    <article
      className={styles.row}
      aria-label={course.title}
      data-course={course.id}
      data-ground={course.id === '2' ? 'indigo' : undefined}
    >
      <div className={styles.frame}>
        <Picture picture={course.picture} ratio="3/2" className={styles.courseRowPicture} />
      </div>
      <div className={styles.words}>
        <span className={styles.number} data-unprinted aria-hidden="true">
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

const titles = courses.map(({ title }) => title);

/** A table that compares the three courses, in the style of a garment's size chart. */
function SizeChart({ offers }: { offers: readonly Offer[] }) {
  const { label, heading, text } = coursesPage.chart;
  const prices = { label: 'Price', values: offers.map(priceOf), skus: offers.map(({ variant }) => variant) };
  const facts = coursesPage.chart.rows.map(({ label, values }) => ({
    label,
    values: label === 'Place' ? values.map((value, index) => offers[index]?.place || value) : values,
  }));
  const rows: { label: string; values: string[]; skus?: string[] }[] = [...facts, prices];
  return (
    <Section layout="offset" ground="cloth" label={label} heading={heading} lead={text} stitch>
      <table className={styles.chart} aria-label={heading}>
        <thead>
          <tr>
            <td />
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, index) => (
                <td key={titles[index]} data-course={titles[index]} data-sku={row.skus?.[index]}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The section that leads to the one-on-one course. */
function OneOnOnePromo() {
  const { label, heading, text, link, picture } = coursesPage.oneOnOne;
  return (
    <Section
      layout="bleed"
      ground="ink"
      label={label}
      heading={heading}
      lead={text}
      media={<Picture picture={picture} className={styles.oneOnOnePromoPicture} />}
    >
      <LinkButton href="/one-on-one-transformation">{link}</LinkButton>
    </Section>
  );
}
