import { render, screen } from '@testing-library/react';
import { Pager } from './FilteredList';

const show = (given: { page: number; pageCount: number; total: number; hasMore: boolean }) =>
  render(<Pager {...given} one="enquiry" many="enquiries" onPage={() => undefined} />);

test('a list that was counted says its pages, and ends on the last one', () => {
  show({ page: 2, pageCount: 2, total: 26, hasMore: false });
  expect(screen.getByText('26 enquiries · page 2 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('a list that goes on behind what was counted says so, and leads on', () => {
  show({ page: 10, pageCount: 10, total: 250, hasMore: true });
  expect(screen.getByText('more than 250 enquiries · page 10')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

test('one page has no way to others', () => {
  show({ page: 1, pageCount: 1, total: 1, hasMore: false });
  expect(screen.getByText('1 enquiry')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
