import { endingOf } from './ending-of';

it.each([
  ['Scrubs, and the argument for the hot wash', 'scrubs-and-the-hot-wash', '/product/healthcare-clinics-wellness'],
  ['Four stripes on a sleeve', 'four-stripes-on-a-sleeve', '/product/corporate-admin'],
  ['What a colour does to a face', 'what-a-colour-does-to-a-face', '/courses'],
  ['Nine garments for a working week', 'nine-garments-for-a-working-week', '/courses'],
  ['Rainwear for the monsoon, not for the catalogue', 'rainwear-for-the-monsoon', '/product/industrial-manufacturing'],
  ['How many sheets for one bed?', 'how-many-sheets-for-one-bed', '/ambience-and-harmony'],
  ['What a uniform cloth is asked to survive', 'what-a-uniform-cloth-survives', '/product'],
])('"%s" ends in what it speaks of', (title, slug, href) => {
  expect(endingOf(title, slug)?.href).toBe(href);
});

it('takes whole words only', () => {
  expect(endingOf('The surface of wool', 'the-surface-of-wool')?.href).toBe('/product');
});
