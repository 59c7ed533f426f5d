import { factsSchema } from '@wholepage/contracts/content-facts';
import { withFacts } from './with-facts';

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
