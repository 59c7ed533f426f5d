import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testConfig } from 'site/testing';
import { closeOverlays } from '../../shell-api';
import { MenuButton } from '../Header/Header';

const { company, navigation } = testConfig;

// The shell's navigation would follow links; it is not loaded here.
const stay = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
};
beforeAll(() => document.addEventListener('click', stay));
afterAll(() => document.removeEventListener('click', stay));

const open = async (path = '/contact') => {
  window.history.replaceState(null, '', path);
  render(<MenuButton config={testConfig} />);
  const button = screen.getByRole('button', { name: 'Menu' });
  await userEvent.click(button);
  return { button, drawer: await screen.findByRole('dialog', { name: 'Menu' }) };
};

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

afterEach(() => act(closeOverlays));

describe('the drawer', () => {
  it('opens as a modal dialog over a page that keeps its width without its scrollbar', async () => {
    const { documentElement: root } = document;
    const width = jest.spyOn(root, 'clientWidth', 'get').mockReturnValue(innerWidth - 15);
    const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal');
    const { button, drawer } = await open();
    expect(showModal.mock.contexts).toEqual([drawer]);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(root.style.getPropertyValue('--scrollbar')).toBe('15px');
    width.mockRestore();
  });

  it.each<[string, (drawer: HTMLElement) => void | Promise<void>]>([
    // The browser's own reaction to the key.
    ['Escape', (drawer) => act(() => (drawer as HTMLDialogElement).close())],
    ['its button', (drawer) => userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))],
    ['the backdrop', (drawer) => userEvent.click(drawer)],
    ['a page that is gone to', () => act(closeOverlays)],
    ['a link', (drawer) => userEvent.click(within(drawer).getByRole('link', { name: 'Design Studio' }))],
  ])('closes by %s', async (_what, close) => {
    const { button, drawer } = await open();
    await close(drawer);
    await closed();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('stays open when the click is on nothing in it', async () => {
    const { drawer } = await open();
    await userEvent.click(within(drawer).getByText(company.name));
    expect(drawer).toBeInTheDocument();
  });

  it('folds the products in and out', async () => {
    const { drawer } = await open();
    const toggle = within(drawer).getByRole('button', { name: 'Our Products menu' });
    const products = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(products).not.toBeVisible();
    await userEvent.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(products).toBeVisible();
    expect(drawer).toBeInTheDocument();
    await userEvent.click(toggle);
    expect(products).not.toBeVisible();
  });

  it('leads to all pages of the navigation, and marks the one that is shown', async () => {
    const { drawer } = await open('/blog/linen');
    const nav = within(drawer).getByRole('navigation', { name: 'Menu' });
    const hrefs = [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    const links = navigation.menu.flatMap((item) => [item, ...item.sections.flatMap((section) => section.links)]);
    expect(hrefs).toEqual(links.map(({ href }) => href));
    const current = [...nav.querySelectorAll('[aria-current]')].map((link) => link.textContent);
    expect(current).toEqual(['Blog']);
  });

  it('reaches the company by telephone, mail and chat', async () => {
    const { drawer } = await open();
    const link = (name: RegExp) => within(drawer).getByRole('link', { name }).getAttribute('href');
    expect(link(/5550 0101/)).toBe('tel:+914455500101');
    expect(link(/thimble/)).toBe('mailto:hello@thimble.example');
    expect(link(/WhatsApp/)).toBe('https://wa.me/919840000000');
  });
});
