import type { Commands } from '../support/command';
import { courseHistory } from './history';
import { listCourses } from './list';
import { setPrice } from './price';
import { setStatus } from './status';

/** `npm run courses` */
export const COURSES: Commands = { list: listCourses, price: setPrice, status: setStatus, history: courseHistory };
