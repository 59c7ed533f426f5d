import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** Fragments that other teams' pages may embed. */
export const fragments = [
  {
    name: 'latest-post',
    maxAge: 60,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-latest-post" */ './latest-post/fragment'),
  },
] satisfies FragmentDeclaration[];
