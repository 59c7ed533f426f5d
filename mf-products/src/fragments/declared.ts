import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** Fragments that other teams' pages may embed. */
export const fragments = [
  {
    name: 'line-card',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-line-card" */ './line-card/fragment'),
  },
] satisfies FragmentDeclaration[];
