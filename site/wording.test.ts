import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, factsSchema, withFacts } from '@wholepage/contracts/content-facts';
import { STYLE } from './style';

const ROOT = join(__dirname, '..');

const readFacts = (): Facts => factsSchema.parse(JSON.parse(readFileSync(join(ROOT, 'facts.json'), 'utf8')));

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
  const facts = Object.entries(readFacts()).flatMap(([name, { instead }]) =>
    instead.map((pattern) => ({ name, pattern: new RegExp(pattern) })),
  );
  const texts = parsed.flatMap(({ file, content }) => textsIn(content, file));
  const beside = texts.flatMap(({ where, text }) =>
    facts.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${where}: write {fact:${name}} in "${text}"`),
  );
  expect(beside).toEqual([]);
});

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
