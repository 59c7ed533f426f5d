import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pagination, pageNumbers } from './Pagination';

const href = (page: number) => `/blog?page=${page}`;

describe('Pagination', () => {
  it('names pages by their number and marks the current one', () => {
    render(<Pagination label="Blog pages" page={2} pages={3} href={href} />);
    expect(screen.getByRole('link', { name: '3' })).toHaveAttribute('href', '/blog?page=3');
    expect(screen.getByRole('link', { name: '2' })).toHaveAttribute('aria-current', 'page');
  });

  it('hands a plain click to its owner and leaves the others to the browser', async () => {
    const onPage = jest.fn();
    render(<Pagination label="Blog pages" page={1} pages={3} href={href} onPage={onPage} />);
    await userEvent.click(screen.getByRole('link', { name: '2' }));
    expect(onPage).toHaveBeenCalledWith(2);
    const modified = createEvent.click(screen.getByRole('link', { name: '3' }), { ctrlKey: true });
    modified.stopPropagation();
    fireEvent(screen.getByRole('link', { name: '3' }), modified);
    expect(onPage).toHaveBeenCalledTimes(1);
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
