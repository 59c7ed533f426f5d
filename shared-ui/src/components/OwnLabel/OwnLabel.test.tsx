import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { quietShell, sampleConfig } from '../../../gallery/samples';
import { EnquiryForm } from '../EnquiryForm/EnquiryForm';
import { OwnLabelField, WovenName } from './OwnLabel';
import { keepOwnLabel } from './own-label';

const field = <OwnLabelField label="Whose name?" hint="Kept here." />;

beforeEach(() => localStorage.clear());

it('sews what is typed into every label on the page, and keeps it on this browser', async () => {
  const { unmount } = render(
    <>
      {field}
      <WovenName placeholder="Your name here" />
    </>,
  );
  expect(screen.getByText('Your name here')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /Whose name/ }), 'Hotel Maravai');
  expect(screen.getByText('Hotel Maravai')).toBeInTheDocument();
  unmount();
  render(<WovenName />);
  expect(screen.getByText('Hotel Maravai')).toBeInTheDocument();
});

it('takes a name that was typed before scripts ran', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(field);
  screen.getByRole<HTMLInputElement>('textbox').value = 'Hotel Maravai';
  render(field, { container, hydrate: true });
  render(<WovenName />);
  expect(screen.getByRole('textbox')).toHaveValue('Hotel Maravai');
  expect(screen.getByText('Hotel Maravai')).toBeInTheDocument();
});

it('shows no label without a name, unless it may show an empty one', async () => {
  keepOwnLabel('Hotel');
  const { container } = render(
    <>
      {field}
      <WovenName />
    </>,
  );
  await userEvent.clear(screen.getByRole('textbox'));
  expect(container.querySelector('p:not([id])')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('says when a name is too long for a label, and takes what fits', async () => {
  render(field);
  const box = screen.getByRole('textbox');
  await userEvent.click(box);
  await userEvent.paste('The Maravai Grand Beach Hotel, Residences & Restaurants Ltd.');
  expect(box).toHaveValue('The Maravai Grand Beach Hotel, Residences & Restaurants Ltd.');
  expect(box).toBeValid();
  await userEvent.paste(' of Chennai');
  expect(box).toHaveAccessibleDescription(/A label takes 60 letters/);
  expect(box).toHaveValue('The Maravai Grand Beach Hotel, Residences & Restaurants Ltd.');
});

it.each([
  ['x'.repeat(5000), 'x'.repeat(60)],
  ['  <b>A\u0000\u202e  Mill\n</b>', 'bA Mill /b'],
  ['മിൽ‍മ ഹോട്ടൽ', 'മിൽ‍മ ഹോട്ടൽ'],
  ['क्‌ष \u200d\u200c!', 'क्‌ष !'],
  [`${'x'.repeat(59)}🧵`, 'x'.repeat(59)],
])('trusts no store: %j', (kept, shown) => {
  localStorage.setItem('own-label', kept);
  render(<WovenName />);
  expect(screen.getByText(shown)).toBeInTheDocument();
});

it.each([
  ['is refused', ['getItem', 'setItem', 'removeItem']],
  ['is full', ['setItem']],
] as const)('sews what is typed where the store %s, while the page lasts', async (_how, methods) => {
  keepOwnLabel('H');
  for (const method of methods)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new Error('denied');
    });
  render(
    <>
      {field}
      <WovenName placeholder="Your name here" />
    </>,
  );
  await userEvent.clear(screen.getByRole('textbox'));
  expect(screen.getByText('Your name here')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox'), 'Maravai');
  expect(screen.getByText('Maravai')).toBeInTheDocument();
  // From another copy of the module: the shell and each remote have their own.
  act(() => void window.dispatchEvent(new CustomEvent('own-label', { detail: 'Hotel' })));
  expect(screen.getByText('Hotel')).toBeInTheDocument();
  expect(Object.keys(window).filter((name) => name.includes('abel'))).toEqual([]);
  jest.restoreAllMocks();
  act(() => keepOwnLabel(''));
  expect(screen.getByRole('textbox')).toHaveValue('');
});

it('begins the subject of an enquiry, or where there is none its message', () => {
  keepOwnLabel('Hotel Maravai');
  const { rerender } = render(<EnquiryForm form="contact" about="Aviation" config={sampleConfig} shell={quietShell} />);
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('Aviation, for Hotel Maravai');
  rerender(<EnquiryForm key="modal" form="modal" config={sampleConfig} shell={quietShell} />);
  expect(screen.getByRole('textbox', { name: /Message/ })).toHaveValue('For Hotel Maravai: ');
});
