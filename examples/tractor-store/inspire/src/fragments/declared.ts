import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The piece that pages of others hold. */
export const fragments = [
  {
    name: 'recommendations',
    maxAge: 600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-recommendations" */ './recommendations/fragment'),
  },
] satisfies FragmentDeclaration[];
