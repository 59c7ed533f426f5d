import { COURSES } from 'api-wire/orders';
import { courses } from './content/courses';
import { routes } from './routes';

test('each course that the API sells has a page, and only one', () => {
  expect(courses.map(({ offer }) => offer.variant).sort()).toEqual(COURSES.toSorted());
  expect(new Set(courses.map(({ id }) => id)).size).toBe(courses.length);
});

test('search engines are told of the page of each course', () => {
  const course = routes.find(({ name }) => name === 'course');
  expect(course?.sitemap).toEqual(courses.map(({ id }) => `/courses/${id}`));
});
