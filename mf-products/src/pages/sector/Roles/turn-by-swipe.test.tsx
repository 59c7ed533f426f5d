import { turnBySwipe } from './turn-by-swipe';

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
