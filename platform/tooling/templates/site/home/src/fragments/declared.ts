import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The pieces that the layout and pages of others hold. */
export const fragments = [
  {
    name: 'opening-hours',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-opening-hours" */ './opening-hours/fragment'),
  },
] satisfies FragmentDeclaration[];
