import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { startIsolatedComposer } from '../src/servers/isolated-composer';
import type { OwnComposer } from '../src/servers/own-composer';

const browser = oneBrowser(launchAtRest);
let composer: OwnComposer;

beforeAll(async () => {
  composer = await startIsolatedComposer(['mf-blog', 'mf-products']);
});
afterAll(() => composer.stop());

test('a remote that is not trusted works in a frame that cannot see the page around it', async () => {
  const { page, errors, close } = await visit(browser());
  await page.goto(`${composer.origin}/blog`);
  const inFrame = page.frameLocator('#slot iframe');
  await inFrame.getByRole('article').first().waitFor();
  // The frame gets the height of its page once its script reports it.
  await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 1_200);
  const frame = page.frames().find((each) => each.url().includes('/_isolated/'));
  const reach = await frame?.evaluate(() => {
    const tried = (act: () => unknown) => {
      try {
        return String(act());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      tried(() => window.parent.document.title),
      tried(() => document.cookie),
      tried(() => localStorage.length),
      origin,
    ];
  });
  expect(reach).toEqual(['SecurityError', 'SecurityError', 'SecurityError', 'null']);
  await inFrame.getByRole('article').first().getByRole('link').first().click();
  await page.waitForURL(/\/blog\/[a-z]/);
  await page.waitForFunction(() =>
    document.querySelector('iframe')?.src.endsWith(`/mf-blog${window.location.pathname}`),
  );
  await inFrame.getByRole('heading', { level: 1 }).waitFor();
  const [, title] = /<title>([^<]*)/.exec(await (await fetch(page.url())).text()) ?? [];
  await page.waitForFunction((words) => document.title === words, title);
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await page.waitForURL(/about-us/);
  await page.locator('#slot iframe').waitFor({ state: 'detached' });
  await alive(page);
  expect(errors).toEqual([]);
  await close();
});

test('with the keyboard a visitor walks into the frame, opens the enquiry there, and comes back to it', async () => {
  const { page, errors, close } = await visit(browser());
  await page.goto(`${composer.origin}/product/industrial-manufacturing`);
  const frame = page.frames().find((each) => each.url().includes('/_isolated/'));
  if (!frame) throw new Error('The page holds no frame.');
  await alive(frame);
  const button = frame.getByRole('button', { name: 'Get In Touch' }).first();
  await page.getByRole('banner').getByRole('button', { name: "Let's Get Started" }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  await eventually('the button has the focus again', 10_000, isFocused);
  expect(errors).toEqual([]);
  await close();
});

test('without scripts the frame shows the page all the same', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await page.goto(`${composer.origin}/blog`);
  await page.frameLocator('#slot iframe').getByRole('article').first().waitFor();
  await close();
});
