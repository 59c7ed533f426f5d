import { factsSchema } from '@wholepage/contracts/site';
import { pictureSchema, withFacts, withFileResolver } from './content';

const check = (alt: string) =>
  withFileResolver({ picture: (src, words) => ({ src, width: 4, height: 3, alt: words }), file: (file) => file }, () =>
    pictureSchema.safeParse({ file: 'flats/vest.svg', alt }),
  );

test('the words of a picture that has not come yet ask for no further part of a typeface', () => {
  expect(check('A vest with “CREW” on its back').success).toBe(true);
  expect(check('A vest with "CREW" on its back').error?.issues).toEqual([
    expect.objectContaining({ path: ['alt'], message: 'Quote with “ and ”, as texts are set.' }),
  ]);
});

const facts = factsSchema.parse({ answer: { text: 'one working day', instead: ['within a day'] } });

it('puts a fact wherever content refers to it, and leaves everything else as it is', () => {
  const content = { lead: 'We answer in {fact:answer}.', parts: [1, null, { text: '{name}: {fact:answer}' }] };
  expect(withFacts(content, facts)).toEqual({
    lead: 'We answer in one working day.',
    parts: [1, null, { text: '{name}: one working day' }],
  });
});

it('names a fact that nobody has stated', () => {
  expect(() => withFacts('{fact:price}', facts)).toThrow('There is no fact "price" in facts.json. Known: answer.');
});
