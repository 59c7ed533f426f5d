import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Column, ListTable } from './FilteredList';

const COLUMNS: Column<{ id: string }>[] = [
  { header: 'From', sort: 'name', show: ({ id }) => id },
  { header: 'By', show: () => 'Contact page' },
  { header: 'Came', sort: 'created_at', show: () => 'today' },
];

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
});
