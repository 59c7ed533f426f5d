import { render, screen } from '@testing-library/react';
import { outfit } from '../../../gallery/samples';
import { Picture } from './Picture';

it('waits until it is near, in the room that it will need', () => {
  render(<Picture picture={outfit('hospitality-chefs', "Chef's jacket")} ratio="4/5" />);
  const image = screen.getByRole('img', { name: "Chef's jacket" });
  expect(image).toHaveAttribute('loading', 'lazy');
  expect(image).toHaveAttribute('width', '600');
  expect(image).toHaveAttribute('height', '750');
  expect(image).toHaveAttribute('data-ratio', '4/5');
  expect(image).not.toHaveAttribute('style');
});

it('is decoded beside the page, which does not wait for it', () => {
  render(<Picture picture={outfit('hospitality-chefs', "Chef's jacket")} />);
  expect(screen.getByRole('img', { name: "Chef's jacket" })).toHaveAttribute('decoding', 'async');
});

it('lets the browser choose by the width that it will be shown at', () => {
  const picture = outfit('hospitality-chefs', "Chef's jacket");
  render(<Picture picture={picture} srcSet="/small.webp 300w, /large.webp 600w" sizes="50vw" />);
  const image = screen.getByRole('img', { name: "Chef's jacket" });
  expect(image).toHaveAttribute('srcset', '/small.webp 300w, /large.webp 600w');
  expect(image).toHaveAttribute('sizes', '50vw');
});

it('is passed over by screen readers where its text is empty', () => {
  render(<Picture picture={outfit('hospitality-chefs', '')} />);
  expect(screen.getByRole('presentation')).toHaveAttribute('alt', '');
});

it.each([
  [true, 'eager', 'high'],
  ['later', 'lazy', 'low'],
  [false, 'lazy', 'auto'],
] as const)('with priority %s is fetched %s, at %s priority', (priority, loading, urgency) => {
  render(<Picture picture={outfit('hospitality-chefs', "Chef's jacket")} priority={priority} />);
  const image = screen.getByRole('img', { name: "Chef's jacket" });
  expect(image).toHaveAttribute('loading', loading);
  expect(image).toHaveAttribute('fetchpriority', urgency);
});

it('has another drawing for phones where one is made', () => {
  const wide = outfit('hospitality-chefs', "Chef's jacket");
  const { container } = render(<Picture picture={wide} narrow={{ ...wide, src: '/small.svg', width: 300 }} />);
  expect(container.querySelector('source')).toHaveAttribute('srcset', '/small.svg');
  expect(container.querySelector('source')).toHaveAttribute('width', '300');
  expect(container.querySelector('source')).toHaveAttribute('height', '750');
  expect(container.querySelector('source')).toHaveAttribute('media', '(width < 48rem)');
  expect(screen.getByRole('img', { name: "Chef's jacket" })).toHaveAttribute('src', wide.src);
});
