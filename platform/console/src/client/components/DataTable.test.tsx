import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Column, DataTable } from './DataTable';

interface Row {
  app: string;
  visits: number;
}

const ROWS: Row[] = [
  { app: 'news 10', visits: 5 },
  { app: 'shop', visits: 70 },
  { app: 'news 9', visits: 30 },
];
const COLUMNS: Column<Row>[] = [
  { header: 'App', value: ({ app }) => app },
  { header: 'Visits', unit: 'a day', value: ({ visits }) => visits, isNumber: true },
  { header: 'Address', value: ({ app }) => `/${app}`, isHidden: true },
  { header: 'Steps', value: () => '', show: ({ app }) => <button type="button">Promote {app}</button> },
];

globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

const show = (rows = ROWS) => render(<DataTable name="Apps" rows={rows} columns={COLUMNS} empty="None." />);
const apps = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const press = (header: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${header}`) }));

test('a head puts rows in order: numbers the largest first, words by the alphabet, the third press as they came', async () => {
  show();
  expect(screen.queryByRole('searchbox')).toBeNull();
  // A head over buttons puts nothing in order.
  expect(screen.queryByRole('button', { name: 'Steps' })).toBeNull();
  await press('Visits');
  expect(apps()).toEqual(['shop', 'news 9', 'news 10']);
  expect(screen.getByRole('columnheader', { name: /^Visits/ })).toHaveAttribute('aria-sort', 'descending');
  await press('Visits');
  expect(apps()).toEqual(['news 10', 'news 9', 'shop']);
  await press('Visits');
  expect(apps()).toEqual(['news 10', 'shop', 'news 9']);
  await press('App');
  expect(apps()).toEqual(['news 9', 'news 10', 'shop']);
});

test('rows that go away leave the field by which those that stay are filtered', async () => {
  const many = Array.from({ length: 26 }, (_, id) => ({ id, app: `app ${id}`, visits: 0 }));
  const table = (rows: Row[]) => <DataTable name="Apps" rows={rows} columns={COLUMNS} empty="None." />;
  const { rerender } = render(table(many));
  expect(apps()).toHaveLength(25);
  await press('Show all 26 rows');
  expect(apps()).toHaveLength(26);
  await userEvent.type(screen.getByRole('searchbox'), '8');
  rerender(table(many.slice(0, 8)));
  expect(screen.getByText('Nothing here holds “8”.')).toBeVisible();
  await userEvent.clear(screen.getByRole('searchbox'));
  expect(apps()).toHaveLength(8);
  const [, first] = screen.getAllByRole('row');
  rerender(table([...many.slice(8, 9), ...many.slice(0, 8)]));
  // A row that comes above takes neither the focus nor the place of another.
  expect(screen.getAllByRole('row')[2]).toBe(first);
});

test('the file holds the rows that are shown, in their order, with units and what the table leaves out', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:table';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  show([...ROWS, ...Array.from({ length: 6 }, (_, index) => ({ app: `app ${index}`, visits: 0 }))]);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in apps' }), 'NEWS');
  await press('Visits');
  await press('Download');
  expect(apps()).toEqual(['news 9', 'news 10']);
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(saved[0] as Blob);
  });
  expect(text).toBe(
    '"App","Visits (a day)","Address","Steps"\r\n"news 9","30","/news 9",""\r\n"news 10","5","/news 10",""\r\n',
  );
  // Reading the file as text removed the byte-order mark, which has 3 bytes.
  expect(saved[0]?.size).toBe(String(text).length + 3);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in apps' }), ' 77');
  expect(screen.getByText('Nothing here holds “NEWS 77”.')).toBeVisible();
});
