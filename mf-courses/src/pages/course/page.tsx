import { breadcrumbList } from 'contracts/json-ld';
import { pageHead } from 'contracts/page-head';
import { definePage, type LoadContext, type Loaded, type PageProps } from 'remote-kit';
import { type Course, findCourse } from '../../content/courses';
import { findDetails } from '../../content/details';
import { allowCheckout } from '../../lib/allow-checkout';
import { courseRecord } from '../../lib/course-record';
import { CoursePage } from './CoursePage';
import { UnknownCourse } from './UnknownCourse/UnknownCourse';

/** The id, when there is such a course. */
type Data = Course['id'] | null;

function load({ params, ...context }: LoadContext): Loaded<Data> {
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
  const path = `/courses/${course.id}`;
  const { title: name, offer, mode, duration } = course;
  return {
    head: pageHead(details.meta, context, {
      jsonLd: [
        breadcrumbList({ label: 'Courses', href: '/courses' }, { label: course.title, href: path }),
        courseRecord(
          { name, description: details.meta.description, path, offers: [offer], mode, duration },
          context.config,
        ),
      ],
    }),
    data: course.id,
    allow: allowCheckout(context.config),
  };
}

function Page({ data }: PageProps<Data>) {
  const course = findCourse(data ?? undefined);
  const details = findDetails(data ?? undefined);
  // A visitor who goes from one course to the next starts with a closed form.
  return course && details ? <CoursePage key={course.id} course={course} details={details} /> : <UnknownCourse />;
}

export const page = definePage<Data>({ load, Page });
