import { fragmentProblem } from './parse-fragment';
import { AROUND_PAGE } from './places';
import { isPlainFragment } from './scan-fragment';

/**
 * Says why HTML does not end where it ends, or changes the document around it; undefined when it may stand there.
 * @param around names of the elements that are open where it stands, the outermost first
 */
export const whyNoFragment = (html: string, around = AROUND_PAGE): string | undefined =>
  isPlainFragment(html, around) ? undefined : fragmentProblem(html, around);
