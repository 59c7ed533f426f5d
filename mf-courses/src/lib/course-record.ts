import { inUnits } from 'api-wire/money';
import { fill } from 'site/company-text';
import type { PublicConfig } from 'site/config';
import type { Crumb, JsonLd } from 'site/page-head';
import type { Course, Offer } from '../content/courses';

const offerRecord = ({ variant, price, status = 'open' }: Offer, path: string): JsonLd => ({
  '@type': 'Offer',
  sku: variant,
  category: 'Paid',
  price: inUnits(price),
  priceCurrency: price.currency,
  availability: `https://schema.org/${status === 'open' ? 'InStock' : 'SoldOut'}`,
  url: path,
});

/** Breadcrumb of the page with all courses. */
export const COURSES: Crumb = { label: 'Courses', href: '/courses' };

/** Data for a course record. */
export interface CourseFacts {
  name: string;
  description: string;
  path: string;
  offers: readonly Offer[];
  mode: Course['mode'];
  /** ISO 8601. */
  duration?: string | undefined;
}

/** The JSON-LD record of a course with its offers, for search engines. */
export function courseRecord(
  { name, description, path, offers, mode, duration }: CourseFacts,
  config: PublicConfig,
): JsonLd {
  return {
    '@type': 'Course',
    name,
    description: fill(description, config.company),
    url: path,
    provider: { '@type': 'Organization', '@id': '/#organization', name: config.company.name, url: '/' },
    offers: offers.filter(({ status }) => status !== 'unknown').map((offer) => offerRecord(offer, path)),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: mode,
      ...(duration && { courseSchedule: { '@type': 'Schedule', duration, repeatCount: 1, repeatFrequency: 'Daily' } }),
    },
  };
}
