import { screen } from '@testing-library/react';
import { page as course } from '../pages/course/page';
import { page as courses } from '../pages/courses/page';
import { page as oneOnOne } from '../pages/one-on-one/page';
import { type Answers, CATALOGUE, catalogueOf, loadPage, showPage } from '../testing/remote';

const PAGES = [
  ['/courses', courses],
  ['/courses/1', course],
  ['/one-on-one-transformation', oneOnOne],
] as const;

const offersIn = async (page: (typeof PAGES)[number][1], path: string, answers: Answers) => {
  const { head } = await loadPage(page, path, answers);
  return (head.jsonLd ?? []).flatMap(({ offers }) => (Array.isArray(offers) ? offers : []));
};

test.each(PAGES)(
  '%s shows the prices of a course host without a catalogue as they are specified',
  async (path, page) => {
    for (const answer of [
      () => new Response('Not found', { status: 404 }),
      () => new Response('<br /><b>Warning</b>'),
      () => Response.json({ message: 'no such file' }),
    ]) {
      const { unmount } = await showPage(page, path, { '/api/catalogue': answer });
      expect(screen.getAllByText('₹50,000 + GST').length).toBeGreaterThan(0);
      unmount();
    }
  },
);

test.each(PAGES)('%s shows no price, and says so, while the catalogue is away', async (path, page) => {
  for (const answer of [
    () => new Response('', { status: 503 }),
    () => new Response('', { status: 429 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(new DOMException('too slow', 'TimeoutError')),
  ]) {
    const answers = { '/api/catalogue': answer };
    const { unmount, container } = await showPage(page, path, answers);
    expect(screen.getAllByText('Ask us for the price').length).toBeGreaterThan(0);
    expect(container.textContent).not.toContain('₹');
    expect(await offersIn(page, path, answers)).toEqual([]);
    expect((await loadPage(page, path, answers)).maxAge).toBe(0);
    unmount();
  }
});

test.each(PAGES)('%s says which course is full', async (path, page) => {
  const answers = catalogueOf(CATALOGUE.map((entry) => ({ ...entry, status: 'full' })));
  await showPage(page, path, answers);
  expect(screen.getAllByText('Fully booked').length).toBeGreaterThan(0);
  expect(await offersIn(page, path, answers)).toContainEqual(
    expect.objectContaining({ availability: 'https://schema.org/SoldOut' }),
  );
});

test('a page with prices is kept for seconds only', async () => {
  expect((await loadPage(courses, '/courses')).maxAge).toBeLessThanOrEqual(10);
});
