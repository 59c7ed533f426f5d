import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** Fragments that other teams' pages may embed. */
export const fragments = [
  {
    name: 'course-prices',
    maxAge: 10,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-course-prices" */ './course-prices/fragment'),
  },
] satisfies FragmentDeclaration[];
