import { render, screen } from '@testing-library/react';
import { Pagination, pageNumbers } from './Pagination';

const href = (page: number) => `/blog?page=${page}`;

describe('Pagination', () => {
  it('names pages by their number and marks the current one', () => {
    render(<Pagination label="Blog pages" page={2} pages={3} href={href} />);
    expect(screen.getByRole('link', { name: '3' })).toHaveAttribute('href', '/blog?page=3');
    expect(screen.getByRole('link', { name: '2' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows nothing where there is one page', () => {
    render(<Pagination label="Blog pages" page={1} pages={1} href={href} />);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it.each([
    [1, 3, [1, 2, 3]],
    [6, 12, [1, 0, 5, 6, 7, 0, 12]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 12, [1, 2, 0, 12]],
  ])('on page %i of %i shows %j', (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers);
  });
});
