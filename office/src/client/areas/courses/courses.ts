/** The area of courses: loaded when somebody first goes there. */
export { CoursesScreen } from './CoursesScreen';
export { EnrolmentScreen } from './EnrolmentScreen';
export { EnrolmentsScreen } from './EnrolmentsScreen';
export { OrderScreen } from './OrderScreen';
