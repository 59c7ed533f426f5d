import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../testing/remote';

const sheetOf = (role: string) => {
  const button = screen.getByRole('button', { name: `Turn over ${role}` });
  const sheet = document.getElementById(button.getAttribute('popovertarget') ?? '');
  if (!sheet) throw new Error(`No sheet for ${role}.`);
  return { sheet, of: within(sheet) };
};

it('has a back for every role, which turns without scripts', async () => {
  await show('/product/hospitality-resorts');
  expect(screen.getAllByRole('button', { name: /^Turn over/ })).toHaveLength(7);
  const { sheet, of } = sheetOf('Chefs');
  expect(sheet).toHaveAttribute('popover', 'auto');
  expect(sheet).toHaveAccessibleName('Chef’s jacket');
  expect(of.getByRole('img', { name: /chef’s jacket from the back/ })).toHaveAttribute('loading', 'lazy');
  expect(of.getByRole('button', { name: 'Turn back' })).toHaveAttribute('popovertargetaction', 'hide');
});

it('gives lengths by letter and seams by the codes of the standard', async () => {
  await show('/product/hospitality-resorts');
  const { of } = sheetOf('Chefs');
  expect(of.getByText('61 cm').closest('div')).toHaveTextContent('A Chest, laid flat');
  const seams = within(of.getByRole('list', { name: /Seams/ })).getAllByRole('listitem');
  expect(seams).toHaveLength(3);
  expect(seams[1]).toHaveTextContent('2.02.03 / 301');
});

it('leads on to an enquiry about this outfit', async () => {
  const { shell } = await show('/product/corporate-admin');
  const { sheet, of } = sheetOf('Pilots');
  expect(sheet).toHaveAttribute('data-about', 'Aviation: Pilots');
  await userEvent.click(of.getByRole('button', { name: 'Ask about this outfit' }));
  expect(shell.openEnquiry).toHaveBeenCalledTimes(1);
});
