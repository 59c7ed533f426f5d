import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CONCEPT_STEPS, SECTORS, SKETCH_STEPS } from '../../../../e2e/src/spec';
import { DETAIL_SLUGS, SECTOR_SLUGS } from '../../content/slugs';
import { show, textsOf, visit } from '../../testing/remote';

const CONCEPT = 'Our Process From Concept to Comfort';
const ADD_ONS = 'Merchandising & Add-On Services';
const CLIENTS = 'Our Esteemed Clients';
const SKETCH = 'Our Process: From Sketch to Stitch';

const region = (name: string) => within(screen.getByRole('region', { name }));

describe.each(SECTORS)('/product/$slug', ({ slug, heading, roles: wanted, services }) => {
  it('has its sections in the order of the specification, with roles, steps, services, 21 clients and the words of its picture', async () => {
    await show(`/product/${slug}`);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
    const headings = textsOf(screen.getAllByRole('heading', { level: 2 }));
    expect(headings).toHaveLength(7);
    expect(headings.slice(2)).toEqual([CONCEPT, 'Get In Touch', ADD_ONS, CLIENTS, SKETCH]);

    const [, roles = ''] = headings;
    expect(textsOf(region(roles).getAllByRole('heading', { level: 3 }))).toEqual(wanted);
    const [concept, sketch] = [region(CONCEPT), region(SKETCH)];
    for (const title of CONCEPT_STEPS) expect(concept.getByText(title)).toBeVisible();
    for (const title of SKETCH_STEPS) expect(sketch.getByText(title)).toBeVisible();
    expect(region(CLIENTS).getAllByRole('img')).toHaveLength(21);
    expect(textsOf(region(ADD_ONS).getAllByRole('link'))).toEqual(services);

    const notes = screen.getByRole('list', { name: `Details: ${heading}` });
    expect(within(notes).getAllByRole('listitem')).toHaveLength(5);
  });

  it('has its own head, and keeps the testimonials to itself', async () => {
    const { loaded } = await visit(`/product/${slug}`);
    expect(loaded.status ?? 200).toBe(200);
    expect(loaded.head.title).toMatch(/ \| Test & Thimble$/);
    expect(loaded.head.canonical).toBe(`/product/${slug}`);
    expect(loaded.head.jsonLd?.map((record) => record['@type'])).toEqual(['Service', 'BreadcrumbList']);
    expect(JSON.stringify(loaded.data)).not.toContain('testimonial');
  });
});

test('no two pages share a title or a description', async () => {
  const heads = await Promise.all(
    [...SECTOR_SLUGS, ...DETAIL_SLUGS].map(async (slug) => (await visit(`/product/${slug}`)).loaded.head),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(15);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(15);
});

test.each(DETAIL_SLUGS)('/product/%s has the generic page, about its product', async (slug) => {
  const { loaded } = await show(`/product/${slug}`);
  expect(loaded.status ?? 200).toBe(200);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Industrial & Manufacturing');
  const notes = screen.getByRole('list', { name: /^Details: / });
  expect(within(notes).getAllByRole('listitem')).toHaveLength(5);
  const [, roles = ''] = textsOf(screen.getAllByRole('heading', { level: 2 }));
  expect(textsOf(region(roles).getAllByRole('heading', { level: 3 }))).toEqual(SECTORS[1].roles);
});

test("'Let's Get Started' and both 'Get In Touch' buttons open the enquiry", async () => {
  const { shell } = await show('/product/corporate-admin');
  await userEvent.click(screen.getByRole('button', { name: "Let's Get Started" }));
  expect(shell.openEnquiry).toHaveBeenCalledTimes(1);
  for (const name of [CONCEPT, SKETCH])
    await userEvent.click(region(name).getByRole('button', { name: 'Get In Touch' }));
  expect(shell.openEnquiry).toHaveBeenCalledTimes(3);
});

test('the form is the contact form', async () => {
  await show('/product/hospitality-resorts');
  const form = region('Get In Touch');
  for (const name of ['name', 'email', 'phone', 'subject', 'message'])
    expect(form.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toContain(name);
});

describe('an unknown slug', () => {
  it('is not found, with the sectors to go on to', async () => {
    const { loaded } = await show('/product/bandanas');
    expect(loaded.status).toBe(404);
    expect(loaded.head.noindex).toBe(true);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Product not found');
    expect(screen.getByRole('link', { name: /Aviation/ })).toHaveAttribute('href', '/product/corporate-admin');
  });

  it('that is not a property of a slug list by accident is not found either', async () => {
    expect((await visit('/product/constructor')).loaded.status).toBe(404);
    expect((await visit('/product/__proto__')).loaded.status).toBe(404);
  });

  it('of pillows and cushions is not found either, with the furnishings to go on to', async () => {
    const { loaded } = await show('/product/pillows-cushions');
    expect(loaded.status).toBe(404);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Product not found');
    expect(textsOf(screen.getAllByRole('heading', { level: 3 }))).toEqual([
      'Bed Linens',
      'Pillows & Cushions',
      'Roller Blinds',
      'Curtains',
      'Bathroom Furnishing',
    ]);
    expect(screen.queryByRole('link', { name: /Pillows/ })).toBeNull();
  });
});

test('content that did not arrive can be asked for again', async () => {
  const retry = jest.fn();
  await show('/product/corporate-admin', { state: 'failed', data: undefined, retry });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalled();
});
