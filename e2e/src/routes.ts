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

/** Those that search engines are told to leave out. */
export const UNLISTED: readonly string[] = ['/thank-you', '/success?payment_id=pay_1'];

/** Every page of the site by an address of it. */
export const PAGES = [
  ...KINDS,
  '/product/hospitality-resorts',
  '/product/retail-brand-spaces',
  '/product/government-police-defense',
  '/product/corporate-admin',
  '/product/healthcare-clinics-wellness',
  '/product/educational-institutions',
  '/courses/2',
  '/courses/3',
] as const;
