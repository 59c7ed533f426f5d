import { fragmentProblem } from './parse-fragment';
import { isPlainFragment } from './scan-fragment';

/** Says why HTML is not a fragment that ends where it ends and leaves the document around it alone; undefined when it is. */
export const whyNoFragment = (html: string): string | undefined =>
  isPlainFragment(html) ? undefined : fragmentProblem(html);
