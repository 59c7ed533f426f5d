import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';

/** The pieces that the layout and pages of others hold. */
export const fragments = [
  {
    name: 'header',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-header" */ './header/fragment'),
  },
  {
    name: 'footer',
    maxAge: 3_600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-footer" */ './footer/fragment'),
  },
  {
    name: 'recommendations',
    maxAge: 600,
    interactive: false,
    load: () => import(/* webpackChunkName: "fragment-recommendations" */ './recommendations/fragment'),
  },
  {
    name: 'store-picker',
    maxAge: 600,
    interactive: true,
    load: () => import(/* webpackChunkName: "fragment-store-picker" */ './store-picker/fragment'),
  },
] satisfies FragmentDeclaration[];
