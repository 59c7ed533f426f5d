import { render } from '@testing-library/react';
import axe from 'axe-core';
import { EXAMPLES } from './catalogue';

// jsdom lays nothing out: contrast is tested from the tokens, and on drawn pages by the screenshot command.
// Nor does it load a video, for which axe would wait.
const options = { preload: false, rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } };

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
});

it.each(EXAMPLES)('axe finds nothing in $name, $state', async ({ example }) => {
  const { container } = render(<main>{example}</main>);
  const { violations } = await axe.run(container, options);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`)).toEqual([]);
});
