import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Column, ListTable, Pager } from './FilteredList';

const COLUMNS: Column<{ id: string }>[] = [
  { header: 'From', sort: 'name', show: ({ id }) => id },
  { header: 'By', show: () => 'Contact page' },
  { header: 'Came', sort: 'created_at', show: () => 'today' },
];

globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

test('a list whose heads are out of sight is sorted by a field', async () => {
  const onSort = jest.fn();
  render(
    <ListTable
      caption="Enquiries"
      rows={[{ id: 'Meera' }]}
      columns={COLUMNS}
      idOf={({ id }) => id}
      sorters={[{ field: 'created_at', order: 'desc' }]}
      onSort={onSort}
    />,
  );
  const field = screen.getByLabelText('Sorted by');
  expect(field).toHaveDisplayValue('Came, descending');
  await userEvent.selectOptions(field, 'From, ascending');
  expect(onSort).toHaveBeenCalledWith([{ field: 'name', order: 'asc' }]);
  // A press on the header sorts names from A. Times are sorted newest first already, so a press shows the oldest.
  for (const head of ['From', 'Came']) await userEvent.click(screen.getByRole('button', { name: head }));
  expect(onSort.mock.calls.slice(1)).toEqual([
    [[{ field: 'name', order: 'asc' }]],
    [[{ field: 'created_at', order: 'asc' }]],
  ]);
});

const showPager = (given: { page: number; pageCount: number; total: number; hasMore: boolean }) =>
  render(<Pager {...given} one="enquiry" many="enquiries" onPage={() => undefined} />);

test('a list that was counted says its pages, and ends on the last one', () => {
  showPager({ page: 2, pageCount: 2, total: 26, hasMore: false });
  // A status, for people who search and do not see the list.
  expect(screen.getByRole('status')).toHaveTextContent('26 enquiries · page 2 of 2');
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('a list that goes on behind what was counted says so, and leads on', () => {
  showPager({ page: 10, pageCount: 10, total: 250, hasMore: true });
  expect(screen.getByText('more than 250 enquiries · page 10')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

test('one page has no way to others', () => {
  showPager({ page: 1, pageCount: 1, total: 1, hasMore: false });
  expect(screen.getByText('1 enquiry')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a list says how many there are though a translator took its text', () => {
  const { container, rerender } = render(
    <Pager page={1} pageCount={1} total={0} hasMore={false} one="enquiry" onPage={() => undefined} />,
  );
  for (const text of [...(container.querySelector('span')?.childNodes ?? [])]) {
    const translated = document.createElement('font');
    translated.textContent = text.textContent;
    text.replaceWith(translated);
  }
  rerender(<Pager page={1} pageCount={1} total={1} hasMore={false} one="enquiry" onPage={() => undefined} />);
  expect(screen.getByText('1 enquiry')).toBeVisible();
});
