import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFileResolver } from '@wholepage/remote-kit/content';
import { schemas } from './schema';
import { DETAIL_SLUGS, SECTOR_SLUGS } from './slugs';

const read = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, file), 'utf8'));
const filesIn = (folder: string) => readdirSync(join(__dirname, folder)).map((file) => join(folder, file));

/** Checks a value as if every picture existed: only the other fields are under test. */
const check = (schema: keyof typeof schemas, value: unknown) =>
  withFileResolver({ picture: (file, alt) => ({ src: file, width: 4, height: 3, alt }), file: (file) => file }, () =>
    schemas[schema].safeParse(value),
  );

const issues = (schema: keyof typeof schemas, value: unknown) =>
  check(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** Collects all sentences in the texts of a record. */
function sentences(value: unknown): string[] {
  if (typeof value === 'string')
    return value.split(/(?<=[.?!])\s+/).filter((text) => /\s\S+\s/.test(text) && /[.?!]$/.test(text));
  if (value && typeof value === 'object') return Object.values(value).flatMap(sentences);
  return [];
}

test.each([
  ...filesIn('sectors').map((file) => ['sectors', file] as const),
  ...filesIn('details').map((file) => ['details', file] as const),
  ...filesIn('flats').map((file) => ['flats', file] as const),
  ['generic', 'generic.content.json'] as const,
  ['shared', 'shared.content.json'] as const,
  ['products', 'products.content.json'] as const,
])('content fits the schema %s: %s', (schema, file) => {
  expect(issues(schema, read(file))).toEqual([]);
});

test('every slug has its file, named after it', () => {
  const slugs = (folder: string) => filesIn(folder).map((file) => basename(file, '.content.json'));
  expect(slugs('sectors').sort()).toEqual([...SECTOR_SLUGS].sort());
  expect(slugs('details').sort()).toEqual([...DETAIL_SLUGS].sort());
  expect(slugs('flats').sort()).toEqual([...SECTOR_SLUGS].sort());
  for (const file of [...filesIn('sectors'), ...filesIn('details'), ...filesIn('flats')])
    expect((read(file) as { slug: string }).slug).toBe(basename(file, '.content.json'));
});

test('no sentence is used twice', () => {
  const files = [...filesIn('sectors'), ...filesIn('details'), 'generic.content.json', 'products.content.json'];
  const all = files.flatMap((file) => sentences(read(file)));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).toEqual([]);
});

describe('content that does not fit', () => {
  type Titled = { title: string }[];
  type Record = {
    content: { industries: { images: Titled }; services: Titled; testimonials: object[]; banner: object };
  };
  const broken = (change: (record: Record) => void): string[] => {
    const record = read('sectors/corporate-admin.content.json') as Record;
    change(record);
    return issues('sectors', record);
  };

  it('is named by field when a role is missing', () => {
    const [issue] = broken(({ content }) => content.industries.images.splice(2, 1));
    expect(issue).toMatch(/^content\.industries\.images: /);
  });

  it('is named by field when two roles, or two services, have the same title', () => {
    const again = ([first, second]: Titled) => Object.assign(second ?? {}, { title: first?.title });
    expect(broken(({ content }) => again(content.industries.images))).toEqual([
      'content.industries.images: Two have the same title.',
    ]);
    expect(broken(({ content }) => again(content.services))).toEqual(['content.services: Two have the same title.']);
  });

  it('is named by field when a tile leads nowhere', () => {
    const record = JSON.parse(
      JSON.stringify(read('products.content.json')).replace('/product/curtains', '/product/curtain'),
    );
    expect(issues('products', record)).toEqual([expect.stringMatching(/^tabs\.1\.tiles\.3\.href: /)]);
  });

  it('is named by field when a testimonial is missing', () => {
    const [issue] = broken(({ content }) => content.testimonials.pop());
    expect(issue).toMatch(/^content\.testimonials: /);
  });

  it('is named by field when there is one too many', () => {
    const [issue] = broken(({ content }) => Object.assign(content.banner, { colour: 'red' }));
    expect(issue).toMatch(/^content\.banner: .*colour/);
  });
});
