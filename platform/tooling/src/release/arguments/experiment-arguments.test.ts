import { goalArgument, marginArgument } from './experiment-arguments';

const GOALS = { enquiry: { event: 'shell:enquiry-sent', confirmedBy: [] }, order: { confirmedBy: [] } };

test('a goal is one of the site, or an event; without a word the first one of the site', () => {
  expect(goalArgument('order', GOALS)).toBe('order');
  expect(goalArgument('shell:enquiry-sent', GOALS)).toBe('shell:enquiry-sent');
  expect(goalArgument('checkout:cart-changed', GOALS)).toBe('checkout:cart-changed');
  expect(goalArgument(undefined, GOALS)).toBe('enquiry');
});

test('another word is refused with the goals that there are', () => {
  expect(() => goalArgument('enquire', GOALS)).toThrow(
    'There is no goal "enquire". This site has enquiry, order. An event counts, too: --goal checkout:cart-changed.',
  );
  expect(() => goalArgument(undefined, {})).toThrow('Which goal? This site declares none.');
});

test.each(['0', '101', '5%', 'ten'])('"%s" is not a margin', (text) => {
  expect(() => marginArgument(text)).toThrow(`"${text}" is not a margin`);
});

test('a margin is given in percent', () => {
  expect(marginArgument('15')).toBe(0.15);
  expect(marginArgument(undefined)).toBeUndefined();
});
