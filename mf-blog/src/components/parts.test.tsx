import { render, screen } from '@testing-library/react';
import { stubLayout } from '../testing/layout';
import { Loading, Swatch, WEAVES, weaveOf, weavesOf } from './parts';

const cover = { weave: 'twill', title: 'Linen', picture: '/covers/linen.svg', cut: 'wide' } as const;

it('has its room before it has its bytes, and is decoded beside the page', () => {
  render(<Swatch {...cover} />);
  const image = screen.getByRole('presentation');
  expect(image).toHaveAttribute('src', '/covers/linen.svg');
  expect(image).toHaveAttribute('width', '1200');
  expect(image).toHaveAttribute('height', '750');
  expect(image).toHaveAttribute('decoding', 'async');
});

it.each([
  [true, 'eager', 'high'],
  [false, 'lazy', 'auto'],
] as const)('with priority %s is fetched %s, at %s priority', (priority, loading, urgency) => {
  render(<Swatch {...cover} priority={priority} />);
  expect(screen.getByRole('presentation')).toHaveAttribute('loading', loading);
  expect(screen.getByRole('presentation')).toHaveAttribute('fetchpriority', urgency);
});

it('says nothing to screen readers: the title beside it does', () => {
  const { rerender, container } = render(<Swatch {...cover} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<Swatch {...cover} picture={undefined} />);
  expect(screen.getByText('L')).toHaveAttribute('aria-hidden', 'true');
  expect(container).toHaveTextContent(/^L$/);
});

it.each([
  [' linen', 'l'],
  ['🧵 Thread', '🧵'],
  ['', ''],
])('without a picture "%s" has "%s" embroidered on its cloth', (title, letter) => {
  const { container } = render(<Swatch {...cover} title={title} picture={undefined} />);
  expect(container.textContent).toBe(letter);
});

test('a post keeps its cloth', () => expect(weaveOf('linen')).toBe(weaveOf('linen')));

test('neighbours differ', () => {
  const weaves = weavesOf(Array.from({ length: 9 }, () => 'linen'));
  for (const [index, weave] of weaves.entries())
    expect(weaves.slice(Math.max(0, index - 3), index)).not.toContain(weave);
});

test('every cloth is used', () => {
  const used = new Set(Array.from({ length: 60 }, (_, index) => weaveOf(`post-${index}`)));
  expect([...used].sort()).toEqual([...WEAVES].sort());
});

test.each([
  ['above', 1],
  ['in view', 0],
  ['below', 0],
] as const)('a text that lies %s is brought into view %d times', (place, scrolls) => {
  const { scrollIntoView } = stubLayout(place);
  render(<Loading />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(scrollIntoView).toHaveBeenCalledTimes(scrolls);
});
