import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, factsSchema } from '@wholepage/contracts/site';
import { withFacts } from '@wholepage/remote-kit/content';

const ROOT = join(__dirname, '..');

const readFacts = (): Facts => factsSchema.parse(JSON.parse(readFileSync(join(ROOT, 'site', 'facts.json'), 'utf8')));

/** Keys without text: names of files, addresses, ids, words for search engines only, and letters of a drawing. */
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

/** A notation that content must not use, and its replacement. `docs/shop/wording.md` is the same list with reasons. */
interface StyleRule {
  pattern: RegExp;
  write: string;
}

const STYLE: readonly StyleRule[] = [
  { pattern: /(?<!\{)\bgsm\b/i, write: 'g/m²' },
  { pattern: /\d (?:degrees|deg)\b|\d°C/, write: '75 °C' },
  { pattern: /\d{2} 000\b/, write: '40,000' },
  { pattern: /(?<![\w-]|\b(?:EN|ISO|IS) )\d+-\d+(?![\w-])/, write: '12–15, with an en dash' },
  { pattern: /(?<![\w.])-\d/, write: 'a sentence instead of a minus: "1 cm above the floor"' },
  { pattern: /\d ?x ?\d/, write: '40 × 180' },
  { pattern: /\d(?:cm|mm|kg|g)\b/, write: '40 cm, with a space' },
  { pattern: /. \d[\d,]* g\/m²|\d g\/m²./, write: '220 g/m² in a sentence, with a no-break space' },
  { pattern: /(?<!Let)'|"/, write: '’ and “ ”' },
  { pattern: / [-—] |—/, write: 'a colon, a comma or a full stop' },
  { pattern: /\be-mails?\b/i, write: 'email, as the messages of the forms do' },
  { pattern: /(?<!Skincare, )\bmakeup\b/i, write: 'make-up' },
  { pattern: /\bjournal\b/i, write: 'The Swatch Book, or the blog' },
  { pattern: /\bclick\b/i, write: 'press, choose or open' },
  { pattern: /\bwalk in\b/i, write: 'visit: the directions ask for a word on the day before' },
  { pattern: /\bread across,/i, write: 'nothing of rows and columns: a phone stacks them' },
  { pattern: /\bproduct register\b/i, write: 'what it holds: "We do not keep a catalogue"' },
  { pattern: /\bfour hours every day\b/i, write: 'four hours daily' },
  { pattern: /\bby card\b(?! or UPI)/i, write: 'by card or UPI' },
  { pattern: /\bback to (?:your|the) card\b/i, write: 'back to where it came from' },
  { pattern: /\.\.\./, write: '…' },
  { pattern: / {2}|^\s|\s$/, write: 'one space' },
];

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

const posts = globSync('api/content/posts/*.md', { cwd: ROOT }).map((file) => ({
  where: file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

/** Statements of several texts, with posts, which cannot refer to a fact. All matches of the pattern must say the same. */
const SAID_ALIKE: readonly { what: string; pattern: RegExp; is: string }[] = [
  {
    what: 'fullness of sheers',
    pattern: /([\d.]+) for sheers|sheer wants ([\d.]+) times/g,
    is: '{fact:fullnessSheer}',
  },
  {
    what: 'fullness of a dim-out',
    pattern: /([\d.]+) for a dim-out|[Dd]im-out (\d[\d.]+)|Fullness (\d[\d.]+)/g,
    is: '{fact:fullnessDimOut}',
  },
  {
    what: 'fullness of a blackout',
    pattern: /([\d.]+) for a heavy blackout|blackout (\d\.\d)/g,
    is: '{fact:fullnessBlackout}',
  },
  { what: 'courses', pattern: /\b(two|three|four|five|\d+) courses\b/gi, is: 'three' },
  { what: 'drawers, which the banner shows', pattern: /\b(three|six|sixteen|\d+)(?: open)? drawers\b/gi, is: 'six' },
  { what: 'cloth of ward scrubs', pattern: /(\d+) g\/m² for ward(?:s| scrubs)\b/g, is: '195' },
  { what: 'cloth of cabin crews', pattern: /elastane, (\d+) g\/m²/g, is: '260' },
  { what: 'weight of face towels', pattern: /face towel (\d+),|30 × 30 cm, at (\d+) g\/m²/g, is: '550' },
  { what: 'threads of percale in hotels', pattern: /at (\d+) for rooms that|(\d+) in a hotel/g, is: '300' },
  { what: 'stitches of a chest logo', pattern: /(\w+) thousand stitches (?:on|go into) a chest/gi, is: 'eight' },
  {
    what: 'lights to approve a colour under',
    pattern: /under (two|three|four) l(?:ights|amps)\b|read it in (\w+) lights/g,
    is: 'three',
  },
  { what: 'days of a wear trial', pattern: /welve wearers, (\w+) days|(\w+) days on twelve people"/gi, is: 'sixty' },
  { what: 'length in a growth cuff', pattern: /lets? (?:it )?down (?:by )?(\d+) mm/g, is: '45' },
  {
    what: 'hot washes of ward cloth',
    pattern: /disinfection ([a-z ]+) times|comes out safe, ([a-z ]+) times/g,
    is: 'a hundred and fifty',
  },
  { what: 'cloth of a school’s sports kit', pattern: /interlock (?:at|of) (\d+) g\/m²/g, is: '160' },
];

test.each(SAID_ALIKE)('all texts agree on $what', ({ pattern, is }) => {
  const facts = readFacts();
  const [expected] = Object.values(withFacts({ is }, facts) as Record<string, string>);
  const content = parsed.flatMap(({ file, content }) => textsIn(withFacts(content, facts), file));
  const said = [...content, ...posts].flatMap(({ where, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ where, says: match.slice(1).find(Boolean)?.toLowerCase() })),
  );
  expect(said).not.toEqual([]);
  expect(said.filter(({ says }) => says !== expected)).toEqual([]);
});

test('a customer who is quoted has one job', () => {
  const names = parsed.flatMap(({ content }) =>
    [...JSON.stringify(content).matchAll(/"name":"([^"]+)","(?:position|role)"/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a reorder that names its days keeps to the days of the fact', () => {
  const days = /\b(\d+) working days/;
  const texts = parsed.flatMap(({ file, content }) => textsIn(content, file)).filter(({ text }) => days.test(text));
  const beside = texts.filter(({ text }) => {
    const count = Number(days.exec(text)?.[1]);
    return count < 5 || count > 10;
  });
  expect(readFacts().reorder?.text).toBe('five to ten working days');
  expect(beside).toEqual([]);
});

test('the products page counts the roles that sectors show', () => {
  const roles = globSync('mf-products/src/content/sectors/*.content.json', { cwd: ROOT }).map((file) => {
    const { content } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    return content.industries.images.length as number;
  });
  expect(roles).toHaveLength(7);
  expect(roles.reduce((sum, count) => sum + count, 0)).toBe(46);
  const [products] = parsed.filter(({ file }) => file.endsWith('/products.content.json'));
  expect(JSON.stringify(products)).toContain('Seven sectors, forty-six roles');
});

test('content is written in one style', () => {
  const { address } = JSON.parse(readFileSync(join(ROOT, 'site', 'company.json'), 'utf8'));
  const texts = [...parsed, { file: 'company.json', content: address }].flatMap(({ file, content }) =>
    textsIn(withFacts(content, readFacts()), file),
  );
  const faults = texts.flatMap(({ where, text }) =>
    STYLE.filter(({ pattern }) => pattern.test(text)).map(({ write }) => `${where}: write ${write} in "${text}"`),
  );
  expect(faults).toEqual([]);
});

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Returns a number below 1,000 in English words. */
function inWords(count: number): string {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  const small = rest < 20 ? ONES[rest] : [TENS[Math.floor(rest / 10)], rest % 10 ? ONES[rest % 10] : ''].join('-');
  if (!hundreds) return String(small).replace(/-$/, '');
  return `${ONES[hundreds]} hundred${rest ? ` and ${inWords(rest)}` : ''}`;
}

const NUMBER_OF = new Map(Array.from({ length: 1000 }, (_, count) => [inWords(count), count]));
const numberOf = (written: string): number | undefined =>
  /^\d{1,3}$/.test(written) ? Number(written) : NUMBER_OF.get(written.toLowerCase());

/** Returns a pattern for a number in digits and in words, with the article for "one". */
const anyNotation = (count: number): string =>
  `(?:${[String(count), inWords(count), ...(count === 1 ? ['a'] : []), ...(count === 100 ? ['a hundred'] : [])].join('|')})`;

const RANGE = /^([\w-]+?)(?:–| to )([\w-]+)\s*(\w+)?/;
const COUNT = /^([\w-]+)\+? (?!of )((?:working )?\w+)/;

/**
 * Returns a pattern for the number that a fact begins with. "12–15" is also "12 to 15" and "twelve to fifteen", "two working
 * days" is also "2 working days". Undefined for a fact that begins with no number, or with one that counts nothing.
 */
function otherNotations(fact: string): RegExp | undefined {
  const [, first, last, counted] = RANGE.exec(fact) ?? [];
  const [from, to] = [numberOf(first ?? ''), numberOf(last ?? '')];
  if (from !== undefined && to !== undefined)
    return new RegExp(
      `\\b${anyNotation(from)}(?:–|-| to | or )${anyNotation(to)}${counted ? ` ${counted}` : ''}\\b`,
      'i',
    );
  const [, count, noun] = COUNT.exec(fact) ?? [];
  const value = numberOf(count ?? '');
  return value === undefined || !noun ? undefined : new RegExp(`\\b${anyNotation(value)}\\+? ${noun}\\b`, 'i');
}
