import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../testing/remote';
import { readingOf } from './ClothGlass';

const cloth = { name: 'Twill', picture: { src: '', width: 4, height: 1, alt: '' }, gsm: 200, washes: 50, shrinkage: 2 };

test.each([
  [0, '200 g, 0/50, 5'],
  [25, '204 g, 25/50, 4–5'],
  [50, '204 g, 50/50, 4'],
])('after %i washes a cloth reads as it would', (wash, text) => {
  expect(readingOf(cloth, wash, '{gsm} g, {wash}/{washes}, {grade}')).toBe(text);
});

it('washes its second half by the arrow keys once someone comes near, and says what it sees', async () => {
  await show('/product/healthcare-clinics-wellness');
  const slider = within(screen.getByRole('figure', { name: '65/35 ward poplin' })).getByRole('slider', {
    name: 'Washes',
  });
  expect(screen.getByRole('status')).toHaveTextContent('wash 150 of 150');
  await act(async () => slider.focus());
  const strip = slider.closest('figure')?.querySelector<HTMLElement>('[data-strip]');
  await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext'));
  fireEvent.input(slider, { target: { value: '0' } });
  expect(screen.getByRole('status')).toHaveTextContent('wash 0 of 150, colour grade 5');
  expect(screen.getByText('After 0 washes')).toBeInTheDocument();
  expect(strip?.style.getPropertyValue('--washed')).toBe('0');
  fireEvent.input(slider, { target: { value: '150' } });
  expect(screen.getByRole('status')).toHaveTextContent('197 g/m², wash 150 of 150, colour grade 4');
  expect(slider).toHaveAttribute('aria-valuetext', screen.getByRole('status').textContent);
  fireEvent.keyDown(slider, { key: 'ArrowDown' });
  expect(strip?.style.getPropertyValue('--down')).toBe('0.62');
  expect(strip?.style.getPropertyValue('--washed')).toBe('1');
});

it('lies on no page of merchandise', async () => {
  await show('/product/sachets');
  expect(screen.queryByRole('slider')).toBeNull();
});
