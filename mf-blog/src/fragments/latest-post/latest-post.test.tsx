import { render, screen } from '@testing-library/react';
import { fragment } from './fragment';

test.each(['the-last-day-of-a-uniform', '50% off?', 'நூல்'])(
  'leads to its post, whatever its slug holds: %s',
  (slug) => {
    render(<fragment.Component props={{ path: '/product' }} data={{ slug, title: 'A post', excerpt: '' }} />);
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'A post' });
    expect(decodeURIComponent(new URL(href).pathname)).toBe(`/blog/${slug}`);
  },
);
