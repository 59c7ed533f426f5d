import type { Commands } from '../support/command';
import { exportEnrolments } from './export';
import { listEnrolments } from './list';
import { showEnrolment } from './show';

/** `npm run enrolments` */
export const ENROLMENTS: Commands = { list: listEnrolments, show: showEnrolment, export: exportEnrolments };
