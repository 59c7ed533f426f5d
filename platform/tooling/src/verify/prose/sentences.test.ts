import { longSentences, MOST_WORDS, read, writtenFiles } from './prose';

/** Texts for visitors, migrations that have run, lists of changes. */
const EXEMPT = /^api\/(content|migrations)\/|\/content\/|CHANGELOG\.md$|pnpm-lock/;

const WORDS = Array.from({ length: MOST_WORDS }, (_, index) => (index === 0 ? 'Each' : 'word'));
const longest = WORDS.join(' ');
const tooLong = `${longest} more`;

it('finds no long sentence in docs and comments', () => {
  const files = writtenFiles(/\.(tsx?|mjs|cjs|js|css|md|ya?ml|conf|lua|sql)$/, EXEMPT);
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => longSentences(file, read(file)).map((found) => `${file}:${found}`))).toEqual([]);
});

it.each([
  ['a paragraph', 'page.md', `# Title\n\n${tooLong}.`],
  ['a paragraph of two lines', 'page.md', tooLong.replace(' ', '\n')],
  ['an item of a list', 'page.md', `- First.\n- ${tooLong}`],
  ['a cell of a table', 'page.md', `| a | b |\n|---|---|\n| c | ${tooLong} |`],
  ['a comment of a line', 'a.ts', `// ${tooLong}`],
  ['a comment of two lines', 'a.ts', `// ${longest}\n// more`],
  ['a docstring', 'a.ts', `/**\n * Short.\n * @param a ${tooLong}\n */`],
  ['a style sheet', 'a.css', `/* ${tooLong} */`],
  ['a setting of a pipeline', 'a.yml', `# ${tooLong}`],
])('refuses a long sentence in %s', (_place, file, text) => {
  expect(longSentences(file, text)).toEqual([expect.stringContaining(`${MOST_WORDS + 1} words`)]);
});

it.each([
  ['as many words as are allowed', 'page.md', `${longest}. ${longest}`],
  ['a span of code as one word', 'page.md', `${longest.replace('word', `\`${tooLong}\``)}.`],
  ['a link by its text', 'page.md', longest.replace('word', '[word](https://example.com/a/b "c")')],
  ['signs as none', 'page.md', longest.replaceAll(' word', ' → word')],
  ['a name in small letters at a beginning', 'page.md', `${longest}. nginx asks.`],
  ['code blocks', 'page.md', `\`\`\`sh\n${tooLong}\n\`\`\``],
  ['cells beside each other', 'page.md', `| ${longest} | ${longest} |`],
  ['items of a list below each other', 'page.md', `- ${longest}\n- ${longest}`],
  ['tags of a docstring', 'a.ts', `/**\n * ${longest}\n * @returns ${longest}\n */`],
  ['comments apart from each other', 'a.ts', `// ${longest}\nrun();\n// ${longest}`],
  ['examples in a docstring', 'a.ts', `/**\n * @example\n * ${tooLong}\n */`],
  ['code', 'a.ts', `const text = '${tooLong}';`],
])('counts %s', (_what, file, text) => {
  expect(longSentences(file, text)).toEqual([]);
});
