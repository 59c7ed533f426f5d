import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../testing/remote';
import { roleAddress } from './Roles';
import { turnBySwipe } from './turn-by-swipe';

it.each([
  ['Chefs', 'chef'],
  ['F&B', 'f-and-b'],
  ['Boat crews', 'boat-crew'],
  ['Quality/lab technicians', 'quality-lab-technician'],
  ['Special ops', 'special-ops'],
  ['Higher education', 'higher-education'],
  ['மருத்துவர்கள்', 'மருத்துவர்கள்'],
])('%s is at #%s', (title, address) => {
  expect(roleAddress(title)).toBe(address);
});

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

function garment() {
  document.body.innerHTML = '<ul><li><img alt="Jacket"><div popover></div></li></ul>';
  const [image, sheet] = [document.querySelector('img'), document.querySelector<HTMLElement>('[popover]')];
  if (!image || !sheet) throw new Error('There is no garment.');
  sheet.showPopover = jest.fn();
  sheet.hidePopover = jest.fn();
  return { image, sheet };
}

const lift = (clientX: number, clientY: number, type = 'pointerup') => ({ type, clientX, clientY });

it('turns a garment over by a swipe, and back by one on its sheet', () => {
  const { image, sheet } = garment();
  turnBySwipe({ x: 200, y: 100, on: image }, lift(120, 110));
  expect(sheet.showPopover).toHaveBeenCalledTimes(1);
  turnBySwipe({ x: 100, y: 100, on: sheet }, lift(220, 90));
  expect(sheet.hidePopover).toHaveBeenCalledTimes(1);
});

it.each([
  ['a touch that stays', lift(210, 100)],
  ['a scroll down', lift(260, 400)],
  ['a finger that the browser scrolls by', lift(80, 100, 'pointercancel')],
])('does nothing for %s', (_what, lifted) => {
  const { image, sheet } = garment();
  turnBySwipe({ x: 200, y: 100, on: image }, lifted);
  expect(sheet.showPopover).not.toHaveBeenCalled();
});
