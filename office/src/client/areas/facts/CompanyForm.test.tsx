import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Company } from 'site/config';
import { CompanyForm } from './CompanyForm';
import { MenuForm } from './MenuForm';

const company = JSON.parse(readFileSync('site/company.json', 'utf8'));
let now: Company | undefined;

function Editor() {
  const [value, setValue] = useState<unknown>({ ...company, gst: undefined });
  now = value as Company;
  return <CompanyForm value={value} onChange={setValue} />;
}

test('a rate below one per cent can be typed and taken away', () => {
  render(<Editor />);
  const rate = screen.getByLabelText('GST in per cent');
  fireEvent.change(rate, { target: { value: '0' } });
  expect(rate).toHaveProperty('value', '0');
  fireEvent.change(rate, { target: { value: '0.5' } });
  expect([now?.gst, rate]).toEqual([{ rate: 0.5 }, expect.objectContaining({ value: '0.5' })]);
  fireEvent.change(rate, { target: { value: '' } });
  expect(now?.gst).toBeUndefined();
});

test('a line that is left empty at the end of the hours is not one of them', async () => {
  render(<Editor />);
  const hours = screen.getByLabelText('Opening hours, a line each');
  await userEvent.clear(hours);
  await userEvent.type(hours, 'Monday{Enter}Tuesday{Enter}');
  expect(hours).toHaveDisplayValue('Monday\nTuesday\n');
  await userEvent.tab();
  expect(now?.hours).toEqual(['Monday', 'Tuesday']);
  await userEvent.clear(hours);
  expect(now?.hours).toBeUndefined();
});

test('a link is moved to the head of the menu by one key, pressed as often as it takes', async () => {
  const Menu = () => {
    const [value, setValue] = useState<unknown>(JSON.parse(readFileSync('site/navigation.json', 'utf8')));
    return <MenuForm value={value} onChange={setValue} />;
  };
  render(<Menu />);
  screen.getByRole('button', { name: 'Move Our Products up in the menu' }).focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  expect(screen.getAllByLabelText('Text')[0]).toHaveDisplayValue('Our Products');
  expect(screen.getByRole('button', { name: 'Move Our Products up in the menu' })).toHaveFocus();
});
