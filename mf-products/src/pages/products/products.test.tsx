import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FURNISHINGS_ROUTES, MERCHANDISE_ROUTES, SECTOR_ROUTES } from '../../../../e2e/src/spec';
import { show, textsOf, visit } from '../../testing/remote';

test('three tabs lead to the sixteen products', async () => {
  await show('/product');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our Products');
  const tabs = { Uniforms: SECTOR_ROUTES, Furnishings: FURNISHINGS_ROUTES, Merchandise: MERCHANDISE_ROUTES };
  expect(textsOf(screen.getAllByRole('tab'))).toEqual(Object.keys(tabs));
  for (const [label, routes] of Object.entries(tabs)) {
    await userEvent.click(screen.getByRole('tab', { name: label }));
    const links = within(screen.getByRole('tabpanel', { name: label })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(routes);
  }
});

test('the first tab is open', async () => {
  await show('/product');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Uniforms');
});

test('what an order needs comes before the form, and the form before the commitment', async () => {
  await show('/product');
  const headings = textsOf(screen.getAllByRole('heading', { level: 2 }));
  expect(headings.slice(1)).toEqual(['What an order needs', 'Get In Touch', 'Our Commitment to Every Stitch']);
});

test('the head lists all sixteen for search engines', async () => {
  const { head } = (await visit('/product')).loaded;
  expect(head.canonical).toBe('/product');
  expect(JSON.stringify(head.jsonLd).match(/"ListItem"/g)).toHaveLength(16 + 2);
});
