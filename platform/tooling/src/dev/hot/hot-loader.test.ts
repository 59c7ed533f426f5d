import { besidesComponents, SWAPPED } from './hot-loader';

const pageOf = ({ hook = '', shown = 'Cart', title = 'Cart', inline = '<Home />', local = 3 } = {}) => `
import { definePage } from '@wholepage/remote-kit';
${hook && "import { useState } from 'react';"}
import { words } from './words';
const MOST = ${local};
const Part = () => <p>${shown}</p>;
const Whole = () => (
  <div>${shown}</div>
);
export function Home() {
  ${hook}
  return <h1>${shown} <Part /></h1>;
}
const titleOf = () => '${title}';
export const page = definePage({
  load: () => ({ head: { title: words.title + titleOf() }, data: MOST }),
  Page: () => ${inline},
});
`;
const first = besidesComponents(pageOf());

test.each([
  ['a component', { shown: 'Your cart' }],
  ['the Page of the page', { inline: '<Home key="other" />' }],
  ['a hook, and its import', { hook: 'const [open] = useState(false);' }],
  ['layout', { inline: '(\n<Home />\n\n)' }],
])('a change of %s leaves the rest as it was', (_what, change) => {
  expect(besidesComponents(pageOf(change))).toBe(first);
});

test.each([
  ['a function that load calls', { title: 'Your cart' }],
  ['what load reads', { local: 4 }],
])('a change of %s is one of the rest', (_what, change) => {
  expect(besidesComponents(pageOf(change))).not.toBe(first);
});

test('a function is one of the rest however it is laid out', () => {
  const source = (title: string) =>
    `const Cart = () => { return <p>\n{words}</p> }; function titleOf() { return '${title}' }`;
  expect(besidesComponents(source('Cart'))).not.toBe(besidesComponents(source('Your cart')));
});

test.each([
  ['/shop/cart/src/pages/home/page.tsx?own', true],
  ['/shop/cart/src/pages/home/Count.tsx', true],
  ['/shop/cart/src/pages/home/home.module.css', false],
])('components of %s are swapped with their state: %s', (module, isSwapped) => {
  expect(SWAPPED.test(module)).toBe(isSwapped);
});
