import { render } from '@testing-library/react';
import axe from 'axe-core';
import { EXAMPLES } from './catalogue';

// jsdom has no layout. Contrast is tested from the tokens, and on rendered pages by the screenshot command.
// It loads no video either, and axe would wait for one.
const options = { preload: false, rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } };

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
});

it.each(EXAMPLES)('axe finds nothing in $name, $state', async ({ example }) => {
  const { container } = render(<main>{example}</main>);
  const { violations } = await axe.run(container, options);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`)).toEqual([]);
});
