import { fillSlots, findSlots } from './fragment-filler';

const slot = (name: string, more = '') => `<fragment-slot data-fragment="shop/${name}"${more}></fragment-slot>`;
const filled = (html: string) => {
  const slots = findSlots(html);
  return fillSlots(
    html,
    slots,
    slots.map(({ of, props }) => ({ attributes: ' data-key="k"', content: `${of} ${props}`.trim() })),
  );
};

test.each([
  ['elements', `<p>a</p>${slot('one')}<div>${slot('two')}</div>`, 2],
  ['HTML with ends left out', `<ul><li>${slot('one')}<li>${slot('two')}</ul>`, 2],
])('each place in %s is filled', (_name, html, count) => {
  const names = ['shop/one', 'shop/two'].slice(0, count);
  expect(filled(html)).toContain(`<fragment-slot data-key="k" data-fragment="shop/one">shop/one</fragment-slot>`);
  expect(findSlots(html).map(({ of }) => of)).toEqual(names);
});

test('props are read as browsers read attributes', () => {
  const html = slot('one', ' data-props="{&quot;of&quot;:&quot;a&amp;b&quot;}" data-required=""');
  expect(findSlots(html)).toMatchObject([{ of: 'shop/one', props: '{"of":"a&b"}', required: true }]);
});

test.each([
  ['a comment', `<!-- ${slot('one')} -->`],
  ['a value', `<p title="${slot('one').replaceAll('"', "'")}">a</p>`],
  ['a text for those who run no scripts', `<noscript>${slot('one')}</noscript>`],
  ['an element that holds something already', slot('one').replace('><', '> <')],
  ['another element', slot('one').replaceAll('fragment-slot', 'fragment-slots')],
])('%s is no place', (_name, html) => {
  expect(findSlots(`${html}${slot('two')}`).map(({ of }) => of)).toEqual(['shop/two']);
});

test('very many elements beside a place, and very many places, hold the composer up for moments', () => {
  const before = process.cpuUsage();
  expect(findSlots(`<div>${'<b></b>'.repeat(290_000)}</div>${slot('one')}`)).toHaveLength(1);
  expect(findSlots(slot('one').repeat(30_000))).toHaveLength(200);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(20_000);
});
