import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The pieces that pages of others may hold. */
export const fragments = [
  {
    name: 'latest-post',
    maxAge: 60,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-latest-post" */ './latest-post/fragment'),
  },
] satisfies FragmentDeclaration[];
