import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from 'site/company-text';
import { testConfig } from 'site/testing';
import homeRecord from '../../content/home.content.json';
import type { Content } from '../../content/schema';
import { loadPage, showPage, textsOf } from '../../testing/remote';
import { page } from './page';

const show = () => showPage(page, '/');

describe('home', () => {
  it('has its sections in the order of the specification', async () => {
    const { container } = await show();
    expect(textsOf([...container.querySelectorAll('h1, h2')])).toEqual([
      'Clothes that turn up for work.',
      'Drawn once. Sewn ten million times.',
      'Rooms cut from the same cloth.',
      'On the sleeves of 250+ brands',
      'Seven trades. No two cut alike.',
      'Warp and Weft',
      'Our Work',
      'Get In Touch',
      'Our Process: From Sketch to Stitch',
      'Sewn here. Worn there.',
      'What Our Customers Say',
    ]);
  });

  it('has one first-level heading, and each slide one while it is in view', async () => {
    const { container } = await show();
    expect(container.querySelectorAll('h1')).toHaveLength(1);
    for (const slide of screen.getAllByRole('group', { name: /of 3$/ }))
      within(slide).getByRole('heading', { level: 1 });
  });

  it('opens the enquiry from each of the three slides', async () => {
    const { shell } = await show();
    const buttons = screen.getAllByRole('button', { name: "Let's Get Started" });
    expect(buttons).toHaveLength(3);
    for (const button of buttons) await userEvent.click(button);
    expect(shell.openEnquiry).toHaveBeenCalledTimes(3);
  });

  it('leads to the seven sectors and the furnishings line', async () => {
    await show();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => href.startsWith('/product/'))).toHaveLength(7);
    expect(screen.getByRole('link', { name: 'Visit Warp and Weft' })).toHaveAttribute('href', '/ambience-and-harmony');
  });

  it('asks for what the home form needs', async () => {
    const { container } = await show();
    const form = container.querySelector<HTMLFormElement>('form[method="post"]');
    if (!form) throw new Error('The home form is not there.');
    for (const name of ['fname', 'lname', 'email', 'phone', 'message']) {
      expect(form.elements.namedItem(name)).toBeRequired();
    }
    expect(within(form).getByLabelText(/email/i)).toHaveAttribute('type', 'email');
  });

  it('shows six customers', async () => {
    const { container } = await show();
    expect(
      container.textContent?.match(/Meera Nair|Arvind Rao|Sana Qureshi|Daniel Fernandes|Lakshmi Raman|Thomas Kurien/g),
    ).toHaveLength(6);
  });

  it('tells search engines who is behind it', async () => {
    const { head } = await loadPage(page, '/');
    expect(head).toMatchObject({ title: expect.stringContaining('Test & Thimble'), canonical: '/' });
    expect(head.jsonLd?.[0]).toMatchObject({ '@type': 'Organization', name: 'Test & Thimble', foundingDate: '1973' });
  });

  it('hangs the name that a visitor had sewn in on the rail of the first slide', async () => {
    localStorage.setItem('own-label', 'Hotel Maravai');
    await show();
    const slide = screen.getByRole('group', { name: '1 of 3' });
    expect(await within(slide).findByText('Hotel Maravai')).toBeVisible();
    localStorage.clear();
  });

  it('hangs nothing there without a name', async () => {
    const { container } = await show();
    expect(container.querySelector('.tag')).toBeNull();
  });

  it('says in words what is sewn into the map', async () => {
    await show();
    const { notes } = (homeRecord as Content['home']).footprint;
    const sewn = notes.map((note) => fill(note, testConfig.company));
    const region = screen.getByRole('region', { name: 'Sewn here. Worn there.' });
    expect(textsOf(within(region).getAllByRole('listitem'))).toEqual(sewn);
    expect(sewn.join()).toContain(`No. ${testConfig.company.since}`);
  });
});
