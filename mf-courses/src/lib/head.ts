import { fill } from 'contracts/company-text';
import type { PublicConfig } from 'contracts/config';
import type { HeadInput } from 'contracts/head';
import type { JsonLd } from 'contracts/json-ld';
import type { Picture } from 'contracts/picture';
import type { LoadContext } from 'contracts/react';
import type { Course, Offer } from '../content/courses';

/** The head of a page as an editor writes it. */
export interface PageMeta {
  title: string;
  description: string;
  keywords: string;
  image: Picture;
}

/** The head of a page of this remote, with the company's details filled in. */
export function pageHead(
  meta: PageMeta,
  { url, config }: Pick<LoadContext, 'url' | 'config'>,
  more: Pick<HeadInput, 'jsonLd' | 'noindex'> = {},
): HeadInput {
  return {
    title: fill(meta.title, config.company),
    description: fill(meta.description, config.company),
    keywords: fill(meta.keywords, config.company),
    canonical: url.pathname,
    image: meta.image.src,
    ...more,
  };
}

const offerRecord = ({ priceInRupees }: Offer, path: string): JsonLd => ({
  '@type': 'Offer',
  category: 'Paid',
  price: priceInRupees,
  priceCurrency: 'INR',
  availability: 'https://schema.org/InStock',
  url: path,
});

/** What a course record says beside its offers. */
export interface CourseFacts {
  name: string;
  description: string;
  path: string;
  offers: Offer[];
  mode: Course['mode'];
  /** ISO 8601. */
  duration?: string | undefined;
}

/** A course for search engines, with its offers in rupees. */
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
    offers: offers.map((offer) => offerRecord(offer, path)),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: mode,
      ...(duration && { courseSchedule: { '@type': 'Schedule', duration, repeatCount: 1, repeatFrequency: 'Daily' } }),
    },
  };
}
