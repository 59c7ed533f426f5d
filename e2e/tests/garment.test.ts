import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import { alive, PHONE, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';

const browser = oneBrowser();

it('is turned over, labelled and looked at closely by keyboard alone', async () => {
  const { page, errors, close } = await visit(browser());
  await page.goto('/product/hospitality-resorts');
  await alive(page);

  const turn = page.getByRole('button', { name: 'Turn over Chefs' });
  await turn.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Chef’s jacket' });
  await sheet.getByText('2.04.06 / 401').waitFor();
  await page.keyboard.press('Tab');
  expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  expect(await turn.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole('textbox', { name: /Whose name/ }).focus();
  await page.keyboard.type('Hotel Maravai');
  await page.locator('[data-noted] p', { hasText: 'Hotel Maravai' }).waitFor();
  const subject = page.getByRole('textbox', { name: /Subject/ });
  expect(await subject.inputValue()).toBe('Hospitality & Resorts, for Hotel Maravai');

  const slider = page.getByRole('slider', { name: 'Washes' });
  await slider.focus();
  const reading = page.getByRole('status').filter({ hasText: 'wash' });
  await page.waitForFunction(() => document.querySelector('input[type=range]')?.hasAttribute('aria-valuetext'));
  await page.keyboard.press('End');
  await reading.getByText('wash 40 of 40').waitFor();
  await page.keyboard.press('ArrowLeft');
  await reading.getByText('wash 39 of 40').waitFor();
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  it('turns over with scripts off, for the enquiry leads to the contact page', async () => {
    const { page, close } = await visit(browser(), { javaScriptEnabled: false });
    await page.goto('/product/corporate-admin');
    await page.getByRole('button', { name: 'Turn over Pilots' }).click();
    const sheet = page.getByRole('dialog', { name: 'Captain’s jacket' });
    await sheet.getByRole('img', { name: /captain’s jacket from the back/ }).waitFor();
    await sheet.getByRole('button', { name: 'Ask about this outfit' }).click();
    await page.waitForURL(/\/contact/);
    await close();
  });

it('bears the name of the visitor on the rail of the home page and in the enquiry, by keyboard on a phone', async () => {
  const { page, errors, close } = await visit(browser(), { viewport: PHONE });
  await page.goto('/product/hospitality-resorts');
  await alive(page);
  await page.getByRole('textbox', { name: /Whose name/ }).focus();
  await page.keyboard.type('Hotel Maravai');

  await page.goto('/');
  const tag = page.getByRole('main').getByText('Hotel Maravai');
  await tag.waitFor();
  const box = await tag.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? PHONE.width)).toBeLessThanOrEqual(PHONE.width);

  await page
    .getByRole('main')
    .getByRole('button', { name: /Let.s Get Started/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Hotel Maravai').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  it('turns over by the first swipe, though its code comes after the finger is lifted', async () => {
    const { page, errors, close } = await visit(browser(), { viewport: PHONE, hasTouch: true });
    await page.goto('/product/hospitality-resorts');
    await alive(page);
    const garment = page
      .getByRole('main')
      .getByRole('img', { name: /chef’s jacket/ })
      .last();
    await garment.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await garment.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.route('**/*.js', (route) => setTimeout(() => route.continue(), 400));
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width * share, y: y + height / 3 }],
      });
    await touch('touchStart', 0.8);
    for (const share of [0.7, 0.5, 0.3]) await touch('touchMove', share);
    await touch('touchEnd', 0.3);
    await page.getByRole('dialog', { name: 'Chef’s jacket' }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

it.each(sample([320, 390, 768, 1440], [390]))('has the marks of its cloth beside the glass at %i px', async (width) => {
  const { page, close } = await visit(browser(), { viewport: { width, height: 844 }, javaScriptEnabled: false });
  await page.goto('/product/hospitality-resorts');
  const strip = page.locator('[data-strip]');
  await strip.scrollIntoViewIfNeeded();
  const glass = await strip.locator('> div').last().boundingBox();
  for (const mark of await strip.locator('p').all()) {
    const box = await mark.boundingBox();
    if (!glass || !box) throw new Error('The strip shows no glass or no mark.');
    const isBeside = box.x + box.width <= glass.x || box.x >= glass.x + glass.width || box.y + box.height <= glass.y;
    expect([await mark.textContent(), isBeside]).toEqual([await mark.textContent(), true]);
    expect(box.height).toBeLessThan(34);
  }
  await close();
});
