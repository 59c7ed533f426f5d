import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';
import { CART_COOKIE } from '../api/cart';

/** The pieces that pages of others hold. */
export const fragments = [
  {
    name: 'mini-cart',
    cookies: [CART_COOKIE],
    interactive: true,
    load: () => import(/* webpackChunkName: "fragment-mini-cart" */ './mini-cart/fragment'),
  },
  {
    name: 'add-to-cart',
    maxAge: 60,
    interactive: true,
    load: () => import(/* webpackChunkName: "fragment-add-to-cart" */ './add-to-cart/fragment'),
  },
] satisfies FragmentDeclaration[];
