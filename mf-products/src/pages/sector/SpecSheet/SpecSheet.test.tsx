import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../testing/remote';

it('prints the sheet alone, and the page again afterwards', async () => {
  const { container } = await show('/product/corporate-admin');
  const sheet = container.querySelector('[aria-hidden]:has(dl)');
  expect(sheet).toHaveTextContent('Specification: Aviation');
  expect(sheet?.querySelectorAll('li')).toHaveLength(6);
  window.print = jest.fn(() => expect(sheet).toHaveAttribute('data-printed-alone'));
  await userEvent.click(screen.getByRole('button', { name: 'Take the spec sheet' }));
  expect(window.print).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('afterprint'));
  expect(sheet).not.toHaveAttribute('data-printed-alone');
});
