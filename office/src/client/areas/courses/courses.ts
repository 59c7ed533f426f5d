/** The area of courses: loaded when somebody first goes there. */
export { CoursesScreen } from './CoursesScreen';
export { EnrolmentsScreen } from './EnrolmentsScreen';
export { OrderScreen } from './OrderScreen';
