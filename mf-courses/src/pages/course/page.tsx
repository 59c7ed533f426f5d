import type { Loaded, PageProps } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Trail } from 'shared-ui/Trail';
import { breadcrumbList, pageHead } from 'site/page-head';
import { definePage, type LoadContext, useFill } from 'site/remote';
import { type Catalogue, FRESH_SECONDS, factsOf, loadCatalogue, priced } from '../../catalogue/catalogue';
import { BrochureLink } from '../../components/BrochureLink/BrochureLink';
import { Chapters } from '../../components/Chapters/Chapters';
import { FactList } from '../../components/FactList/FactList';
import { Reels } from '../../components/Reels/Reels';
import { type Course, courses, findCourse, type Offer } from '../../content/courses';
import { type Details, loadDetails } from '../../content/details';
import { ENROL } from '../../content/enrolment';
import { Enrolment } from '../../enrolment/Enrolment';
import { COURSES_FAILURE } from '../../enrolment/errors';
import { allowCheckout } from '../../lib/allow-checkout';
import { COURSES, courseRecord } from '../../lib/course-record';
import { datesOf, priceOf } from '../../lib/price';
import styles from './course.module.css';

/** The course at the address, its texts and the present prices; null for an unknown course. */
type Data = { id: Course['id']; details: Details; catalogue: Catalogue } | null;

async function load(given: LoadContext): Promise<Loaded<Data>> {
  const { params, ...context } = given;
  const course = findCourse(params.id);
  if (!course) {
    return {
      status: 404,
      head: { title: '404 not found', noindex: true },
      data: null,
      allow: allowCheckout(context.config),
    };
  }
  const [details, catalogue] = await Promise.all([loadDetails(course.offer.variant), loadCatalogue(given)]);
  const path = `/courses/${course.id}`;
  const { title: name, mode, duration } = course;
  const offer = priced(course.offer, catalogue);
  return {
    head: pageHead(details.meta, context, {
      action: ENROL,
      jsonLd: [
        breadcrumbList(COURSES, { label: course.title, href: path }),
        courseRecord(
          { name, description: details.meta.description, path, offers: [offer], mode, duration },
          context.config,
        ),
      ],
    }),
    data: { id: course.id, details, catalogue },
    maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS,
    allow: allowCheckout(context.config),
  };
}

function Page({ data }: PageProps<Data>) {
  const course = findCourse(data?.id);
  if (!data || !course) return <UnknownCourse />;
  const { details, catalogue } = data;
  // The key closes the form when a visitor goes from one course to the next.
  return <CoursePage key={course.id} course={course} offer={priced(course.offer, catalogue)} details={details} />;
}

export const page = definePage<Data>({ load, Page });

const BANNERS = { online: 'split', offline: 'plain', 'only-offline': 'tall' } as const;

interface CoursePageProps {
  course: Course;
  /** The course's offer at its present price. */
  offer: Offer;
  details: Details;
}

/** One course, from the promise to the price. */
function CoursePage({ course, offer, details }: CoursePageProps) {
  const [chosen, setChosen] = useState<Offer>();
  const fill = useFill();
  const enrol = () => setChosen(offer);
  return (
    <>
      <Trail crumbs={[COURSES, { label: course.title, href: `/courses/${course.id}` }]} />
      <Banner
        variant={BANNERS[offer.variant]}
        label={details.label}
        heading={course.title}
        text={details.lead}
        picture={course.picture}
        action={
          <div className={styles.actions}>
            <p className={styles.coursePagePrice}>{priceOf(offer)}</p>
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
      <Introduction variant={offer.variant} introduction={details.introduction} />
      <Section layout="aside" ground="cloth" label="In detail" heading={course.headline}>
        <Chapters chapters={details.chapters} />
      </Section>
      <Reels reels={details.reels} />
      <Closing course={course} offer={offer} closing={details.closing} onEnrol={enrol} />
      <Enrolment offer={chosen} failurePrefix={COURSES_FAILURE} onClose={() => setChosen(undefined)} />
    </>
  );
}

/** Layout of each course's introduction. */
const LAYOUTS = { online: 'split', offline: 'split-reverse', 'only-offline': 'offset' } as const;

function Introduction({
  variant,
  introduction: { label, heading, paragraphs, picture },
}: Pick<Details, 'introduction'> & Pick<Offer, 'variant'>) {
  const fill = useFill();
  const ratio = variant === 'only-offline' ? '16/9' : '4/5';
  return (
    <Section
      layout={LAYOUTS[variant]}
      label={label}
      heading={heading}
      media={<Picture picture={picture} ratio={ratio} />}
    >
      <Paragraphs texts={paragraphs.map(fill)} />
    </Section>
  );
}

interface ClosingProps {
  course: Course;
  offer: Offer;
  closing: Details['closing'];
  onEnrol(): void;
}

/** The closing section, with the price on a large tag. */
function Closing({ course, offer, closing, onEnrol }: ClosingProps) {
  return (
    <section className={styles.closing} data-ground="indigo" aria-labelledby="closing-heading">
      <div className={styles.inner}>
        <div className={styles.words}>
          <Heading level={2} size="title" id="closing-heading">
            {closing.heading}
          </Heading>
          <p className={styles.closingText}>{closing.text}</p>
          <div className={styles.actions}>
            <EnquiryButton onOpen={onEnrol}>Enrol Now</EnquiryButton>
            <BrochureLink href={course.brochure} about={course.title} />
          </div>
        </div>
        <p className={styles.tag} data-unprinted data-ground="sheet">
          <span className={styles.course}>{course.title}</span>
          <span className={styles.closingPrice}>{priceOf(offer)}</span>
        </p>
      </div>
    </section>
  );
}

function UnknownCourse() {
  return (
    <div className={styles.page}>
      <Heading level={1} size="display">
        404 not found
      </Heading>
      <p className={styles.unknownCourseText}>
        There is no course under this address. These are the ones that we teach:
      </p>
      <ul className={styles.list}>
        {courses.map(({ id, title }) => (
          <li key={id}>
            <a href={`/courses/${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      <LinkButton href="/courses" variant="secondary">
        All courses
      </LinkButton>
    </div>
  );
}
