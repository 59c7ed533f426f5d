import type { Loaded, PageProps } from '@wholepage/remote-kit';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage, type LoadContext } from 'site/remote';
import { type Catalogue, FRESH_SECONDS, loadCatalogue } from '../../catalogue/load-catalogue';
import { priced } from '../../catalogue/priced';
import { type Course, findCourse } from '../../content/courses';
import { findDetails } from '../../content/details';
import { ENROL } from '../../content/enrolment';
import { allowCheckout } from '../../lib/allow-checkout';
import { courseRecord } from '../../lib/course-record';
import { CoursePage } from './CoursePage';
import { UnknownCourse } from './UnknownCourse/UnknownCourse';

/** The course of the address, when there is one, at the prices of now. */
type Data = { id: Course['id']; catalogue: Catalogue } | null;

async function load(given: LoadContext): Promise<Loaded<Data>> {
  const { params, ...context } = given;
  const course = findCourse(params.id);
  const details = findDetails(params.id);
  if (!course || !details) {
    return {
      status: 404,
      head: { title: '404 not found', noindex: true },
      data: null,
      allow: allowCheckout(context.config),
    };
  }
  const catalogue = await loadCatalogue(given);
  const path = `/courses/${course.id}`;
  const { title: name, mode, duration } = course;
  const offer = priced(course.offer, catalogue);
  return {
    head: pageHead(details.meta, context, {
      action: ENROL,
      jsonLd: [
        breadcrumbList({ label: 'Courses', href: '/courses' }, { label: course.title, href: path }),
        courseRecord(
          { name, description: details.meta.description, path, offers: [offer], mode, duration },
          context.config,
        ),
      ],
    }),
    data: { id: course.id, catalogue },
    maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS,
    allow: allowCheckout(context.config),
  };
}

function Page({ data }: PageProps<Data>) {
  const course = findCourse(data?.id);
  const details = findDetails(data?.id);
  // A visitor who goes from one course to the next starts with a closed form.
  if (!data || !course || !details) return <UnknownCourse />;
  return <CoursePage key={course.id} course={course} offer={priced(course.offer, data.catalogue)} details={details} />;
}

export const page = definePage<Data>({ load, Page });
