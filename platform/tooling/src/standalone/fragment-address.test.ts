import { addressOf, fragmentAt } from './fragment-address';

const at = (path: string) => fragmentAt(new URL(path, 'http://site'));

test.each(['/fragments/card', '/_standalone/mf-a/1.0.0-3fa9c2d1/fragments/card'])('%s names a fragment', (path) => {
  expect(at(`${path}?props=${encodeURIComponent('{"count":3}')}`)).toEqual({ name: 'card', props: { count: 3 } });
  expect(at(path)).toEqual({ name: 'card', props: {} });
});

test.each(['/', '/fragments', '/fragments/card/more', '/_standalone/mf-a/1.0.0'])(
  '%s is the address of a page',
  (path) => {
    expect(at(path)).toBeUndefined();
  },
);

test('the address of a fragment leads back to it', () => {
  const fragment = { name: 'card', props: { text: 'a & b "c"' } };
  expect(at(addressOf(fragment))).toEqual(fragment);
});

test.each(['[1]', '"a"', 'null', '{'])('props that are %s are refused', (props) => {
  expect(() => at(`/fragments/card?props=${encodeURIComponent(props)}`)).toThrow();
});
