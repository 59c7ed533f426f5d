import { readFileSync } from 'node:fs';
import { factsSchema } from '@wholepage/contracts/site';
import { withFacts, withFileResolver } from '@wholepage/remote-kit/content';
import type { CourseVariant } from 'api-wire/orders';
import { fill } from 'site/company-text';
import { type Company, companySchema } from 'site/config';
import type { z } from 'zod';
import { schemas } from '../../src/content/schema';
import type { PieceName } from './motifs';

type Details = z.output<typeof schemas.details>;

export type BrochureChapter = Omit<Details['chapters'][number], 'id'>;

/** One brochure, as it is set. */
export interface Brochure extends Pick<Details, 'label' | 'lead' | 'introduction'> {
  /** Path under `content/files`. */
  file: string;
  /** Where to enrol. */
  path: string;
  piece: PieceName;
  /** Set as large as the page allows. */
  numeral: string;
  company: Company;
  title: string;
  facts: z.output<typeof schemas.courses>['courses'][number]['facts'];
  chapters: BrochureChapter[];
  prices: { label: string; price: string }[];
  closing: { heading: string; text: string };
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const facts = factsSchema.parse(read('../../../site/facts.json'));

/** Content as the site sees it, but for its files: a brochure is one of them, and shows none. */
function readContent<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const resolver = {
    picture: (src: string, alt: string) => ({ src, alt, width: 1, height: 1 }),
    file: (file: string) => file,
  };
  return withFileResolver(resolver, () =>
    schema.parse(withFacts(read(`../../src/content/${name}.content.json`), facts)),
  );
}

// A brochure lives for years on somebody's disk; the price lives on the site.
const WHERE_THE_PRICE_IS = 'Price on our site';

const PIECES: Record<CourseVariant, PieceName> = { online: 'sleeve', offline: 'bodice', 'only-offline': 'trousers' };

/** Every brochure of the site, made of the content of its page. */
export function readBrochures(): Brochure[] {
  const company = companySchema.parse(read('../../../site/company.json'));
  const { courses } = readContent('courses', schemas.courses);
  const ofCourses = courses.map(
    (course): Brochure => ({
      ...readContent(`details/${course.offer.variant}`, schemas.details),
      file: course.brochure,
      path: `/courses/${course.id}`,
      piece: PIECES[course.offer.variant],
      numeral: course.id,
      company,
      title: course.title,
      facts: course.facts,
      prices: [{ label: course.offer.label, price: WHERE_THE_PRICE_IS }],
    }),
  );
  return [...ofCourses, readOneOnOne(company)].map(withCompany);
}

function readOneOnOne(company: Company): Brochure {
  const { banner, introduction, days, gain, enrol, brochure } = readContent('one-on-one', schemas['one-on-one']);
  const afterwards = {
    heading: gain.heading,
    text: 'What stays with you after the four days.',
    numbered: false,
    points: gain.points,
  };
  return {
    file: brochure,
    path: '/one-on-one-transformation',
    piece: 'jacket',
    numeral: String(days.items.length),
    company,
    label: 'Four days',
    title: banner.label,
    lead: banner.text,
    introduction,
    facts: [
      { term: 'Length', value: '4 days' },
      { term: 'Group', value: 'You, and one stylist' },
    ],
    chapters: [...days.items, afterwards],
    prices: [enrol.online, enrol.offline].map(({ offer }) => ({ label: offer.label, price: WHERE_THE_PRICE_IS })),
    closing: enrol,
  };
}

const withCompany = (brochure: Brochure): Brochure => ({ ...brochure, lead: fill(brochure.lead, brochure.company) });
