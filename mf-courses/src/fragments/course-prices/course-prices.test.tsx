import { testConfig as config } from 'site/testing';
import { renderFragment } from '../../render';
import { type Answers, CATALOGUE, catalogueOf } from '../../testing/remote';

/** Renders the fragment for another team's page. @returns the texts of each course */
async function linesWith(answers: Answers): Promise<string[][]> {
  const { html } = await renderFragment({
    name: 'course-prices',
    props: {},
    url: new URL('/about-us', config.siteOrigin).href,
    config,
    cookies: {},
    fetch: async (input) => answers[String(input)]?.() ?? new Response('', { status: 404 }),
    signal: new AbortController().signal,
  });
  const list = new DOMParser().parseFromString(html, 'text/html');
  return [...list.querySelectorAll('li')].map((line) =>
    [...line.querySelectorAll('a, span, dd')].map(({ textContent }) => textContent),
  );
}

test('names every course with its price of now, its wording, its length and its place', async () => {
  expect(await linesWith(catalogueOf(CATALOGUE))).toEqual([
    ['Online Course', '₹45,000 + GST', 'Seven days, your own mirror, your own wardrobe.', '7 days', 'Online, live'],
    [
      'Offline Course',
      '₹1,10,000 + GST',
      'Across the table, with cloth in your hands.',
      'Agreed when you enrol',
      'In person',
    ],
    [
      'Only Offline Course',
      '₹2,10,000',
      'Two weeks at the academy in Delhi.',
      '2 weeks, 4 hours daily',
      'Our academy in Delhi',
    ],
    [
      'One-on-one transformation',
      'from ₹45,000 + GST',
      'One stylist, and the whole table to yourself.',
      '4 days',
      'Online or in person',
    ],
  ]);
});

const priceOfOneOnOne = async (answers: Answers) => (await linesWith(answers)).at(-1)?.[1];

test('the course for one person costs what is left of its two offers', async () => {
  const [online, ...others] = CATALOGUE;
  expect(await priceOfOneOnOne(catalogueOf([{ ...online, status: 'full' }, ...others]))).toBe('₹1,10,000 + GST');
  const full = CATALOGUE.map((entry) => ({ ...entry, status: 'full' }));
  expect(await priceOfOneOnOne(catalogueOf(full))).toBe('Fully booked');
  expect(await priceOfOneOnOne({ '/api/catalogue': () => new Response('', { status: 503 }) })).toBe(
    'Ask us for the price',
  );
});
