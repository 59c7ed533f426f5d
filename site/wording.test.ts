import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, factsSchema } from '@wholepage/contracts/content-facts';
import { withFacts } from '@wholepage/remote-kit/with-facts';
import { otherNotations } from './other-notations';
import { STYLE } from './style';

const ROOT = join(__dirname, '..');

const readFacts = (): Facts => factsSchema.parse(JSON.parse(readFileSync(join(ROOT, 'site', 'facts.json'), 'utf8')));

/** Everything that is not text: names of files, addresses, ids, words for search engines only, and letters of a drawing. */
const NO_TEXT = new Set([
  'file',
  'href',
  'slug',
  'id',
  'video',
  'keywords',
  'brochure',
  'duration',
  'words',
  'lettering',
]);

interface Text {
  where: string;
  text: string;
}

const textsIn = (value: unknown, where: string): Text[] => {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (NO_TEXT.has(key) ? [] : textsIn(part, `${where} ${key}`)));
};

const files = globSync('*/src/content/**/*.content.json', { cwd: ROOT }).filter(
  (file) => !file.includes('node_modules'),
);
const parsed = files.map((file) => ({ file, content: JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as unknown }));

test('content is there to be read', () => {
  expect(files.length).toBeGreaterThan(0);
});

test('a fact stands in facts.json alone: texts refer to it', () => {
  const facts = Object.entries(readFacts()).flatMap(([name, { text, instead }]) =>
    [otherNotations(text), ...instead.map((pattern) => new RegExp(pattern))].flatMap((pattern) =>
      pattern ? [{ name, pattern }] : [],
    ),
  );
  const texts = parsed.flatMap(({ file, content }) => textsIn(content, file));
  const beside = texts.flatMap(({ where, text }) =>
    facts.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${where}: write {fact:${name}} in "${text}"`),
  );
  expect(beside).toEqual([]);
});

test('the company describes itself with the numbers of the facts', () => {
  const { description } = JSON.parse(readFileSync(join(ROOT, 'site', 'company.json'), 'utf8')) as {
    description: string;
  };
  const { brands, countries } = readFacts();
  expect(description).toContain(`more than ${Number.parseInt(brands?.text ?? '', 10)} brands`);
  expect(description).toContain(`over ${Number.parseInt(countries?.text ?? '', 10)} countries`);
});

test('the year in which the company began stands in one place', () => {
  const { since, phones: _phones, ...company } = JSON.parse(readFileSync(join(ROOT, 'site', 'company.json'), 'utf8'));
  const texts = [...parsed, { file: 'company.json', content: company }].flatMap(({ file, content }) =>
    textsIn(content, file),
  );
  const beside = texts.filter(({ text }) => new RegExp(`\\b${since}\\b`).test(text));
  expect(beside.map(({ where, text }) => `${where}: write {since} in "${text}"`)).toEqual([]);
});

test.each([
  ['12–15', 'twelve to fifteen people'],
  ['Six to eight weeks from the approved sample', 'in 6–8 weeks'],
  ['two working days', 'within 2 working days'],
  ['50 pieces of a style', 'from fifty pieces'],
  ['one working day', 'within a working day'],
])('the fact "%s" is found where a text says "%s"', (fact, text) => {
  expect(otherNotations(fact)?.test(text)).toBe(true);
});

test.each(['One of each style in your own cloth', '33AAAAA0000A1Z5', 'Until seven days before', '250+'])(
  'the fact "%s" begins with no number of something',
  (fact) => {
    expect(otherNotations(fact)?.source).toBeUndefined();
  },
);

test('every fact is referred to, and every reference leads to a fact', () => {
  const facts = readFacts();
  const all = parsed.map(({ content }) => JSON.stringify(content)).join('\n');
  expect(Object.keys(facts).filter((name) => !all.includes(`{fact:${name}}`))).toEqual([]);
  for (const { content } of parsed) expect(() => withFacts(content, facts)).not.toThrow();
});

test('content is written in one style', () => {
  const texts = parsed.flatMap(({ file, content }) => textsIn(withFacts(content, readFacts()), file));
  const faults = texts.flatMap(({ where, text }) =>
    STYLE.filter(({ pattern }) => pattern.test(text)).map(({ write }) => `${where}: write ${write} in "${text}"`),
  );
  expect(faults).toEqual([]);
});
