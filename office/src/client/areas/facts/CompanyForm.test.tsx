import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Company } from 'site/config';
import { CompanyForm } from './CompanyForm';

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
