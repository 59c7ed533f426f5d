import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The pieces that pages of others may hold. */
export const fragments = [
  {
    name: 'line-card',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-line-card" */ './line-card/fragment'),
  },
] satisfies FragmentDeclaration[];
