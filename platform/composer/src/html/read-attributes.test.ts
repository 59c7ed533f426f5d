import { parseFragment } from 'parse5';
import { seeded } from '../../../releases/src/testing/seeded';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { type Attribute, readAttributes } from '../fragments/fragment-filler';

const asParsed = (startTag: string): Attribute[] => {
  const [element] = parseFragment(startTag).childNodes;
  return element && 'attrs' in element ? element.attrs : [];
};

/** Of two with the same name the first counts. */
const firstOfEach = (attributes: Attribute[]): Attribute[] =>
  attributes.filter(({ name }, index) => attributes.findIndex((each) => each.name === name) === index);

const PIECES = [
  '<a-b',
  ' data-x',
  '="',
  '"',
  "'",
  '=',
  '&quot;',
  '&amp;',
  '&amp',
  '&#39;',
  '&copy',
  '&lt;',
  ' ',
  '\n',
  '\t',
  'A',
  'z',
  '/',
  '>',
  '<',
];

const ROUNDS = TAKES_ALL ? 20_000 : 2_000;

test('any start tag is read as a parser of HTML reads it', () => {
  const next = seeded(7);
  const pick = () => PIECES[Math.floor(next() * PIECES.length)] ?? '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const quoted = () => ` ${'xyz'[Math.floor(next() * 3)]}="${next() < 0.5 ? '{&quot;a&quot;:1}' : pick()}"`;
    const startTag =
      round % 2 === 0
        ? `<fragment-slot${quoted()}${quoted()}>`
        : `<fragment-slot${Array.from({ length: 8 }, pick).join('')}>`;
    expect([startTag, firstOfEach(readAttributes(startTag))]).toEqual([startTag, asParsed(startTag)]);
  }
});
