import { withFileResolver } from '@wholepage/remote-kit/content';
import { type Content, schemas } from '../../mf-courses/src/content/schema';
import type { Company } from '../../site/contract/config';
import { company, contentOf } from '../core/words';
import type { PieceName } from './motifs';

type Details = Content['details'];

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
  facts: Content['courses']['courses'][number]['facts'];
  chapters: BrochureChapter[];
  prices: { label: string; price: string }[];
  closing: { heading: string; text: string };
}

/** A brochure is one of the files that content names, and shows none of its pictures. */
const resolver = {
  picture: (src: string, alt: string) => ({ src, alt, width: 1, height: 1 }),
  file: (file: string) => file,
};

/** Content as the site sees it. */
const readContent = <Name extends keyof Content>(name: Name, file: string = name): Content[Name] =>
  withFileResolver(
    resolver,
    () => schemas[name].parse(contentOf(`mf-courses/src/content/${file}.content.json`)) as Content[Name],
  );

// A brochure lives for years on somebody's disk; the price lives on the site.
const WHERE_THE_PRICE_IS = 'Price on our site';

const PIECES = { online: 'sleeve', offline: 'bodice', 'only-offline': 'trousers' } as const satisfies Record<
  string,
  PieceName
>;

/** Every brochure of the site, made of the content of its page. */
export function readBrochures(): Brochure[] {
  const { courses } = readContent('courses');
  const ofCourses = courses.map(
    (course): Brochure => ({
      ...readContent('details', `details/${course.offer.variant}`),
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
  return [...ofCourses, readOneOnOne()];
}

function readOneOnOne(): Brochure {
  const { banner, introduction, days, gain, enrol, brochure } = readContent('one-on-one');
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
