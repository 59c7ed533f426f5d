import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The fragments that the layout and other remotes' pages may place. */
export const fragments = [
  {
    name: 'opening-hours',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-opening-hours" */ './opening-hours/fragment'),
  },
] satisfies FragmentDeclaration[];
