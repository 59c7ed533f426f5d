import { TAKES_ALL } from '@wholepage/tooling/sample';
import { SITE } from '../src/browser/browser';
import { any, CONTACT_FIELDS, expectModal, sectionPages } from '../src/pages/section-pages';
import { fields, headings, hrefs, main, section, steps, tiles } from '../src/pages/sections';
import {
  CONCEPT_STEPS,
  DETAILS,
  FURNISHINGS_ROUTES,
  MERCHANDISE_ROUTES,
  SECTOR_ROUTES,
  SECTOR_SECTIONS,
  SECTORS,
  SKETCH_STEPS,
} from '../src/spec';

const { tab, live, read } = sectionPages();

test('the products are in three tabs, before the form and the commitment', async () => {
  const { page, close } = await live('/product');
  expect(await headings(page)).toEqual([
    'Our Products',
    any,
    'What an order needs',
    'Get In Touch',
    'Our Commitment to Every Stitch',
  ]);
  expect(await fields(section(page, 'Get In Touch'))).toEqual(CONTACT_FIELDS);
  const routes = { Uniforms: SECTOR_ROUTES, Furnishings: FURNISHINGS_ROUTES, Merchandise: MERCHANDISE_ROUTES };
  expect(await page.getByRole('tab').allTextContents()).toEqual(Object.keys(routes));
  expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Uniforms']);
  for (const [label, wanted] of Object.entries(routes)) {
    await page.getByRole('tab', { name: label, exact: true }).click();
    expect(await hrefs(page.getByRole('tabpanel'))).toEqual(wanted);
  }
  await page.emulateMedia({ media: 'print' });
  // All panels are on paper, and no tab that names them.
  const names = page.locator('[data-panel] > div > :first-child').filter({ visible: true });
  expect(await names.allTextContents()).toEqual(Object.keys(routes));
  await close();
});

test('every tile of the products is a link all over, its picture too, and shows where the keyboard is', async () => {
  const { page, close } = await live('/product');
  const link = page.getByRole('tabpanel').getByRole('link').first();
  await link.focus();
  expect(await link.evaluate((a) => getComputedStyle(a.closest('li') ?? a).outlineStyle)).toBe('solid');
  for (const label of ['Uniforms', 'Furnishings', 'Merchandise']) {
    await page.getByRole('tab', { name: label, exact: true }).click();
    const missed = await page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .evaluateAll((tiles) =>
        tiles.flatMap((tile) => {
          tile.scrollIntoView({ block: 'center' });
          const picture = tile.querySelector('img')?.getBoundingClientRect() ?? new DOMRect();
          const on = document.elementFromPoint(picture.x + picture.width / 2, picture.y + picture.height / 3);
          return tile.contains(on?.closest('a') ?? null) ? [] : tile.textContent;
        }),
      );
    expect([label, missed]).toEqual([label, []]);
  }
  await close();
});

test('the number on the first garment stays in front of its picture, which grows under the pointer', async () => {
  const { page, close } = await live('/product/hospitality-resorts');
  const number = main(page).getByRole('listitem').filter({ hasText: 'Chefs' }).first().getByText('01', { exact: true });
  await number.hover();
  const isInFront = await number.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });
  expect(isInFront).toBe(true);
  await close();
});

describe('a sector', () => {
  test.each(TAKES_ALL ? SECTORS : SECTORS.slice(0, 2))(
    '$slug has its sections in order, its roles, and 21 marks',
    ({ slug, heading, roles, services: addOns }) =>
      read(`/product/${slug}`, async (page, status) => {
        expect(status).toBe(200);
        const all = await headings(page);
        expect(all).toEqual([any, any, any, ...SECTOR_SECTIONS]);
        expect(all[0]).toBe(heading);
        expect(await tiles(section(page, all[2] ?? ''), 3)).toEqual(roles);
        expect(
          await section(page, all[2] ?? '')
            .getByRole('img')
            .count(),
        ).toBe(roles.length);
        const [concept, touch, services, clients, sketch] = SECTOR_SECTIONS;
        expect(await steps(section(page, concept))).toEqual(CONCEPT_STEPS);
        expect(await steps(section(page, sketch))).toEqual(SKETCH_STEPS);
        for (const process of [concept, sketch])
          await section(page, process).getByRole('button', { name: 'Get In Touch' }).waitFor();
        expect(await fields(section(page, touch))).toEqual(CONTACT_FIELDS);
        expect(await tiles(section(page, services), 3)).toEqual(addOns);
        expect(await section(page, clients).getByRole('img').count()).toBe(21);
        // The content has six testimonials, which the page does not show.
        expect(await main(page).getByRole('blockquote').count()).toBe(0);
      }),
  );

  if (TAKES_ALL)
    test('lays out its roles in a way of its own, under a title of its own', async () => {
      const { page } = tab();
      const titles = new Set<string>();
      const layouts = new Set<string | null>();
      for (const route of SECTOR_ROUTES) {
        await page.goto(route);
        titles.add(await page.title());
        const roles = section(page, (await headings(page))[2] ?? '');
        layouts.add(await roles.locator('[data-layout][data-count]').getAttribute('data-layout'));
      }
      expect(titles.size).toBe(7);
      expect(layouts.size).toBeGreaterThan(3);
    });

  test('opens the enquiry from its banner and from both processes', async () => {
    const { page, close } = await live('/product/corporate-admin');
    await expectModal(page, "Let's Get Started");
    await expectModal(page, 'Get In Touch');
    await expectModal(page, 'Get In Touch', 1);
    await close();
  });
});

test.each(TAKES_ALL ? DETAILS : DETAILS.slice(0, 2))('%s shows the generic page', (slug) =>
  read(`/product/${slug}`, async (page, status) => {
    expect(status).toBe(200);
    expect(await headings(page)).toEqual(['Industrial & Manufacturing', any, any, ...SECTOR_SECTIONS]);
  }),
);

test.each(['pillows-cushions', 'no-such-product', 'Bed-Linens'])('%s is not found, and leads on', (slug) =>
  read(`/product/${slug}`, async (page, status) => {
    expect(status).toBe(404);
    const [first, second = ''] = await headings(page);
    expect(first).toBe('Product not found');
    const routes =
      slug === 'pillows-cushions' ? FURNISHINGS_ROUTES.filter((route) => !route.endsWith(slug)) : SECTOR_ROUTES;
    expect(await hrefs(section(page, second))).toEqual(routes);
    const back = main(page).getByRole('link', { name: 'All products', exact: true });
    await back.hover();
    // Its words have the page's colour: on the ground of other buttons nobody could read them.
    const ground = await back.evaluate(async (link) => {
      await Promise.all(link.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(link).backgroundColor;
    });
    expect(ground).toBe('rgba(0, 0, 0, 0)');
  }),
);

test('a light drawing is as large as the true one, and has not a stroke', async () => {
  const { page, errors } = tab();
  await page.goto('/product/industrial-manufacturing');
  const drawing = page.locator('main img[src*=".svg"]').first();
  await drawing.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const { address, size } = await drawing.evaluate(({ src, naturalWidth, naturalHeight }: HTMLImageElement) => ({
    address: src,
    size: [naturalWidth, naturalHeight],
  }));
  const whole = await (await fetch(new URL(address, SITE))).text();
  expect(whole).toMatch(new RegExp(`^<svg [^>]*width="${size[0]}" height="${size[1]}"`));
  const light = (await page.goto(address))?.text() ?? '';
  expect(await light).toMatch(/^<svg [^>]*><\/svg>$/);
  expect(errors).toEqual([]);
});
