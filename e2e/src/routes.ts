import { SECTOR_ROUTES } from './spec';

/** One page of each kind. */
export const KINDS = [
  '/',
  '/about-us',
  '/product',
  '/product/industrial-manufacturing',
  '/product/bed-linens',
  '/design-studio',
  '/project',
  '/ambience-and-harmony',
  '/blog',
  '/blog/the-last-day-of-a-uniform',
  '/courses',
  '/courses/1',
  '/one-on-one-transformation',
  '/contact',
  '/thank-you',
  '/success?payment_id=pay_1',
] as const;

/** Pages with `noindex`. */
export const UNLISTED: readonly string[] = ['/thank-you', '/success?payment_id=pay_1'];

/** An address of every page of the site. */
export const PAGES: readonly string[] = [...new Set([...KINDS, ...SECTOR_ROUTES, '/courses/2', '/courses/3'])];
