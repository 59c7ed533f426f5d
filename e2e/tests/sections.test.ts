import type { Page } from 'playwright-core';
import { alive, type Visit } from '../src/browser/browser';
import { oneBrowser, oneByOne, oneTab } from '../src/browser/one-tab';
import { fields, headings, hrefs, main, section, steps, tiles } from '../src/browser/sections';
import {
  CONCEPT_STEPS,
  DETAILS,
  FURNISHINGS_ROUTES,
  FURNISHINGS_STEPS,
  FURNISHINGS_TABS,
  MERCHANDISE_ROUTES,
  SECTOR_ROUTES,
  SECTOR_SECTIONS,
  SECTORS,
  SKETCH_STEPS,
} from '../src/spec';

const browser = oneBrowser();
const tab = oneTab(browser, { javaScriptEnabled: false });
const nextVisit = oneByOne(browser);

/** A page that answers to its visitor. */
async function live(path: string): Promise<Visit> {
  const visitor = await nextVisit();
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.page.goto(path);
  await alive(visitor.page);
  return visitor;
}

const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message'];
/** Words that are the editors' to choose. */
const any = expect.stringMatching(/\S{3}/);

/** The page as it arrives: what is in it must not depend on scripts. */
async function read(path: string, look: (page: Page, status: number | undefined) => Promise<void>): Promise<void> {
  const { page } = tab();
  const response = await page.goto(path);
  await look(page, response?.status());
}

/** A button leads to the enquiry modal; afterwards it is closed again. */
async function expectModal(page: Page, name: string, nth = 0): Promise<void> {
  await main(page).locator('form[action="/contact"]').getByRole('button', { name }).nth(nth).click();
  const modal = page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" });
  await modal.waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
}

describe('home', () => {
  test('has its sections in order, with marks, sectors, steps and customers', () =>
    read('/', async (page) => {
      const all = await headings(page);
      expect(all).toEqual([any, any, any, any, any, any, 'Our Work', 'Get In Touch', any, any, any]);
      const [brands = '', industries = '', promo = '', , , process = '', footprint = '', customers = ''] = all.slice(3);
      expect(await main(page).locator('button', { hasText: "Let's Get Started" }).count()).toBe(3);
      expect(await section(page, brands).getByRole('img').count()).toBe(21);
      for (const stat of ['1973', '250+', '60+', '10 million+', '50+ years'])
        await section(page, brands).getByText(stat, { exact: true }).waitFor();
      expect(await hrefs(section(page, industries))).toEqual(SECTOR_ROUTES);
      expect(await hrefs(section(page, promo))).toEqual(['/ambience-and-harmony']);
      expect(await fields(section(page, 'Get In Touch'))).toEqual(['fname', 'lname', 'email', 'phone', 'message']);
      expect(await steps(section(page, process))).toEqual([
        'Brand requirement',
        'Product design',
        'Sampling and product development',
        'Forecasting',
        'Manufacturing',
        'Warehousing and shipping',
        'Delivery',
      ]);
      expect(await section(page, footprint).getByRole('img').count()).toBe(1);
      expect(await section(page, customers).getByRole('blockquote').count()).toBe(6);
    }));

  test('opens the enquiry from each of its three slides', async () => {
    const { page, close } = await live('/');
    const hero = page.getByRole('group', { name: 'What we make', exact: true });
    for (const name of [/^Slide 1: Clothes/, /^Slide 2: /, /^Slide 3: /]) {
      await hero.getByRole('button', { name }).click();
      await expectModal(page, "Let's Get Started");
    }
    await close();
  });
});

test('about tells of legacy, founder, group, brand, furnishings, two directors and the supply chain', () =>
  read('/about-us', async (page) => {
    const all = await headings(page);
    expect(all).toHaveLength(8);
    expect(
      await section(page, all[5] ?? '')
        .getByRole('listitem')
        .count(),
    ).toBe(2);
    expect(
      await section(page, all[6] ?? '')
        .getByRole('img')
        .count(),
    ).toBe(1);
    for (const label of ['The founder', 'The parent group', 'The brand', 'The furnishings line', 'Supply chain'])
      await main(page).getByText(label, { exact: true }).waitFor();
  }));

test('the studio has its words, steps, form and two people', () =>
  read('/design-studio', async (page) => {
    const all = await headings(page);
    expect(all).toEqual(['Design Studio', 'About The Studio', any, any, 'The People Behind the Threads']);
    await section(page, 'About The Studio').getByRole('button', { name: "Let's Get Started" }).waitFor();
    expect(await steps(section(page, all[2] ?? ''))).toHaveLength(7);
    expect(await fields(section(page, all[3] ?? ''))).toEqual(['name', 'number', 'email']);
    expect(await main(page).locator('input[type="file"]').getAttribute('name')).toBe('inspirations[]');
    expect(await section(page, 'The People Behind the Threads').getByRole('listitem').count()).toBe(2);
  }));

test('the projects are six pictures without a word, and a form', () =>
  read('/project', async (page) => {
    expect(await headings(page)).toEqual(['Our Projects', 'Get In Touch']);
    const grid = section(page, 'Six projects');
    expect(await grid.getByRole('img').count()).toBe(6);
    expect((await grid.textContent())?.trim()).toBe('');
    expect(await fields(section(page, 'Get In Touch'))).toEqual(CONTACT_FIELDS);
  }));

test('contact has two numbers, one address to write to, one in Chennai, and the form', () =>
  read('/contact', async (page) => {
    const links = await hrefs(main(page));
    expect(links.filter((href) => href?.startsWith('tel:'))).toHaveLength(2);
    expect(links.filter((href) => href?.startsWith('mailto:'))).toHaveLength(1);
    expect(await main(page).locator('address').allTextContents()).toEqual([expect.stringContaining('Chennai')]);
    expect(await fields(main(page))).toEqual(CONTACT_FIELDS);
  }));

describe('the furnishings page', () => {
  test('has its sections in order', () =>
    read('/ambience-and-harmony', async (page) => {
      const all = await headings(page);
      expect(all).toEqual([
        any,
        any,
        any,
        any,
        'Industries We Serve',
        any,
        "Let's Reinvent Your Space",
        'Crafted Spaces',
      ]);
      expect(await main(page).getByRole('button', { name: "Let's Get Started" }).count()).toBe(2);
      expect(await steps(section(page, all[3] ?? ''))).toEqual(FURNISHINGS_STEPS);
      expect(await section(page, 'Industries We Serve').getByRole('img').count()).toBe(5);
      expect(
        await section(page, all[5] ?? '')
          .getByRole('listitem')
          .count(),
      ).toBe(5);
      expect(await fields(section(page, "Let's Reinvent Your Space"))).toEqual(CONTACT_FIELDS);
    }));

  test('has five tabs, the first one open, each with its tiles', async () => {
    const { page, close } = await live('/ambience-and-harmony');
    const tabs = page.getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(Object.keys(FURNISHINGS_TABS));
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Bedding and Linen']);
    for (const [label, titles] of Object.entries(FURNISHINGS_TABS)) {
      await page.getByRole('tab', { name: label, exact: true }).click();
      const panel = page.getByRole('tabpanel');
      expect(await panel.count()).toBe(1);
      expect(await tiles(panel, 4)).toEqual(titles);
      expect(await panel.getByRole('img').count()).toBe(titles.length);
    }
    await expectModal(page, "Let's Get Started");
    await expectModal(page, "Let's Get Started", 1);
    await close();
  });
});

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
  await close();
});

describe('a sector', () => {
  test.each(SECTORS)('$slug has its sections in order, its roles, and 21 marks', ({ slug, roles, ...more }) =>
    read(`/product/${slug}`, async (page, status) => {
      expect(status).toBe(200);
      const all = await headings(page);
      expect(all).toEqual([any, any, any, ...SECTOR_SECTIONS]);
      if ('heading' in more) expect(all[0]).toBe(more.heading);
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
      expect((await tiles(section(page, services), 3)).slice(0, 2)).toEqual(['Uniform Packaging', 'Logo Embroidery']);
      expect(await section(page, clients).getByRole('img').count()).toBe(21);
      // Its six testimonials are kept, not shown.
      expect(await main(page).getByRole('blockquote').count()).toBe(0);
    }),
  );

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

test.each(DETAILS)('%s shows the generic page', (slug) =>
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
  }),
);
