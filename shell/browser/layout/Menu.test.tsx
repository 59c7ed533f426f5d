import { act, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { painted } from '@wholepage/shell-kit/navigation/arrive';
import { stubBrowser } from '@wholepage/shell-kit/testing/browser-parts';
import type { MenuItem } from 'site/navigation';
import { testConfig } from 'site/testing';
import { currentOf, SectionMenu, usePath } from './Menu';

jest.mock('@wholepage/shell-kit/navigation/arrive');

const item = testConfig.navigation.menu.find(({ sections }) => sections.length > 0) as MenuItem;
let wide: boolean;

beforeEach(() => {
  stubBrowser();
  wide = true;
  Object.assign(window, {
    matchMedia: (query: string) => {
      expect(query).toBe('(width >= 992px)');
      return { matches: wide };
    },
  });
});
afterEach(() => jest.useRealTimers());

const menuOn = (path: string) => (
  <>
    <ul>
      <SectionMenu item={item} path={path} />
    </ul>
    <button type="button">Elsewhere</button>
  </>
);

const show = () => {
  const { rerender } = render(menuOn('/product/corporate-admin'));
  const goTo = (path: string) => rerender(menuOn(path));
  const button = screen.getByRole('button', { name: 'Our Products menu' });
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!panel) throw new Error('The button controls no panel');
  return { button, panel, goTo, item: screen.getByRole('link', { name: 'Our Products' }) };
};

const isOpen = () => {
  const button = screen.getByRole('button', { name: 'Our Products menu' });
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(panel?.hasAttribute('data-open')).toBe(button.getAttribute('aria-expanded') === 'true');
  return button.getAttribute('aria-expanded') === 'true';
};

const pointer = { mouse: { pointerType: 'mouse' }, finger: { pointerType: 'touch' } };

describe('the products menu', () => {
  it('is toggled by its button, by keyboard too', async () => {
    const { button } = show();
    expect(isOpen()).toBe(false);
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(isOpen()).toBe(true);
    await userEvent.keyboard(' ');
    expect(isOpen()).toBe(false);
  });

  it('closes by Escape, which gives the focus back', async () => {
    const { button, panel } = show();
    await userEvent.click(button);
    act(() => within(panel).getByRole('link', { name: 'Aviation' }).focus());
    fireEvent.keyDown(within(panel).getByRole('link', { name: 'Aviation' }), { key: 'ArrowDown' });
    expect(isOpen()).toBe(true);
    fireEvent.keyDown(within(panel).getByRole('link', { name: 'Aviation' }), { key: 'Escape' });
    expect(isOpen()).toBe(false);
    expect(button).toHaveFocus();
  });

  it('closes by Escape where a mouse opened it, and leaves the focus where it is', async () => {
    const { item } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    act(() => elsewhere.focus());
    expect(isOpen()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(elsewhere).toHaveFocus();
  });

  it('closes when the keyboard leaves it, not while it goes through it', async () => {
    const { button, panel } = show();
    await userEvent.click(button);
    await userEvent.tab();
    expect(panel).toContainElement(document.activeElement as HTMLElement);
    expect(isOpen()).toBe(true);
    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
    expect(isOpen()).toBe(false);
  });

  it('closes when another page is shown, and can be opened there', async () => {
    const { button, panel, goTo } = show();
    await userEvent.click(button);
    goTo('/product/aviation');
    expect(isOpen()).toBe(false);
    expect(panel).toBeInTheDocument();
    await userEvent.click(button);
    expect(isOpen()).toBe(true);
  });

  it('opens for a mouse from 992 px on, and closes shortly after it has left', () => {
    jest.useFakeTimers();
    const { item } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    expect(isOpen()).toBe(true);
    fireEvent.pointerLeave(item, pointer.mouse);
    act(() => jest.advanceTimersByTime(179));
    expect(isOpen()).toBe(true);
    act(() => jest.advanceTimersByTime(1));
    expect(isOpen()).toBe(false);
  });

  it('stays open while the focus is in it, though the mouse has left', () => {
    jest.useFakeTimers();
    const { item, panel } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    act(() => within(panel).getByRole('link', { name: 'Aviation' }).focus());
    fireEvent.pointerLeave(item, pointer.mouse);
    act(() => jest.advanceTimersByTime(1_000));
    expect(isOpen()).toBe(true);
    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
    expect(isOpen()).toBe(false);
  });

  it('stays open for a mouse that comes back in time', () => {
    jest.useFakeTimers();
    const { item } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    fireEvent.pointerLeave(item, pointer.mouse);
    fireEvent.pointerEnter(item, pointer.mouse);
    act(() => jest.advanceTimersByTime(1_000));
    expect(isOpen()).toBe(true);
  });

  it('is not closed by the click of the mouse whose coming has just opened it, but by the next', () => {
    const { button, item } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    expect(isOpen()).toBe(true);
    fireEvent.click(button, { detail: 1 });
    expect(isOpen()).toBe(true);
    fireEvent.click(button, { detail: 1 });
    expect(isOpen()).toBe(false);
  });

  it('is closed by the first press of a key where a mouse opened it', async () => {
    const { button, item } = show();
    fireEvent.pointerEnter(item, pointer.mouse);
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(isOpen()).toBe(false);
  });

  it.each<[string, object, boolean]>([
    ['a finger', pointer.finger, true],
    ['a mouse below 992 px', pointer.mouse, false],
  ])('toggles by click alone for %s', (_what, by, isWide) => {
    wide = isWide;
    const { button, item } = show();
    fireEvent.pointerEnter(item, by);
    expect(isOpen()).toBe(false);
    fireEvent.click(button);
    expect(isOpen()).toBe(true);
    fireEvent.pointerLeave(item, by);
    fireEvent.click(button);
    expect(isOpen()).toBe(false);
  });

  it('marks the page that is shown, and the part of the site that it belongs to', () => {
    const { panel } = show();
    expect([...panel.querySelectorAll('[aria-current="page"]')].map((link) => link.textContent)).toEqual(['Aviation']);
    expect(screen.getByRole('link', { name: 'Our Products' })).toHaveAttribute('aria-current', 'true');
  });
});

it.each([
  ['/', '/', 'page'],
  ['/', '/blog', undefined],
  ['/blog', '/blog', 'page'],
  ['/blog', '/blog/linen', 'true'],
  ['/blog', '/blogs', undefined],
  ['/blog/linen', '/blog', undefined],
])('marks the link to %s at %s: %s', (href, path, current) => {
  expect(currentOf(href, path)).toBe(current);
});

it('follows the address once the new page is painted, from wherever the change came', async () => {
  window.history.replaceState(null, '', '/contact');
  const { result } = renderHook(() => usePath('/contact'));
  for (const [event, path] of [
    ['popstate', '/blog'],
    ['single-spa:routing-event', '/'],
  ] as const) {
    const before = result.current;
    let paint = () => {};
    jest.mocked(painted).mockReturnValueOnce(
      new Promise((resolve) => {
        paint = () => resolve(2);
      }),
    );
    window.history.replaceState(null, '', path);
    await act(async () => void window.dispatchEvent(new Event(event)));
    expect(result.current).toBe(before);
    await act(async () => paint());
    expect(result.current).toBe(path);
  }
});
