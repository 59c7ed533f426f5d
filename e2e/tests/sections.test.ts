import { any, CONTACT_FIELDS, expectModal, sectionPages } from '../src/pages/section-pages';
import { fields, headings, hrefs, main, section, steps, tiles } from '../src/pages/sections';
import { FURNISHINGS_STEPS, FURNISHINGS_TABS, SECTOR_ROUTES } from '../src/spec';

const { live, read } = sectionPages();

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

  test('opens the enquiry from each of its three slides, and a sector from its picture', async () => {
    const { page, close } = await live('/');
    const hero = page.getByRole('group', { name: 'What we make', exact: true });
    for (const name of [/^Slide 1: Clothes/, /^Slide 2: /, /^Slide 3: /]) {
      await hero.getByRole('button', { name }).click();
      await expectModal(page, "Let's Get Started");
    }
    await page.locator(`main li:has(a[href="${SECTOR_ROUTES[0]}"]) img`).click({ force: true });
    await page.waitForURL(`**${SECTOR_ROUTES[0]}`);
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
