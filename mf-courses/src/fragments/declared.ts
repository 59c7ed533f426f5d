import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The pieces that pages of others may hold. */
export const fragments = [
  {
    name: 'course-prices',
    maxAge: 10,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-course-prices" */ './course-prices/fragment'),
  },
] satisfies FragmentDeclaration[];
