import { chromium } from 'playwright-core';

const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const p = await b.newPage({ viewport: { width: 1440, height: 900 } });
p.on('console', (m) => console.log('[console]', m.type(), m.text().slice(0, 600)));
p.on('pageerror', (e) => console.log('[pageerror]', e.message.slice(0, 800)));
p.on('framenavigated', (f) => console.log('nav', f.url()));
await p.goto('http://localhost:3000/');
await p.waitForLoadState('networkidle');
await p.evaluate(() => {
  window.__mark = 1;
});
const st = async (l) =>
  console.log(
    l,
    await p.evaluate(() => ({
      url: location.pathname + location.search,
      mark: window.__mark,
      title: document.title,
      h1: document.querySelector('main h1')?.textContent,
      n: document.querySelectorAll('main h1').length,
      active: document.activeElement?.tagName,
      y: Math.round(scrollY),
      hist: history.length,
      cur: [...document.querySelectorAll('header nav [aria-current]')].map((e) => e.textContent).join(),
    })),
  );
await st('start');
const go = async (name) => {
  await p.locator('header nav').getByRole('link', { name, exact: true }).click();
  await p.waitForTimeout(1500);
  await st(name);
};
await p.evaluate(() => window.scrollTo(0, 2000));
await p.waitForTimeout(200);
await go('Blog');
await go('Our Projects');
await p.goBack();
await p.waitForTimeout(1000);
await st('back to blog');
await p.goBack();
await p.waitForTimeout(1500);
await st('back home');
await p.goForward();
await p.waitForTimeout(1000);
await st('fwd');
await go('Contact');
await go('Our Products');
await go('About Us');
await p.goto('http://localhost:3000/nope');
await p.waitForTimeout(500);
await st('404');
await p.getByRole('link', { name: 'Back to Home' }).click();
await p.waitForTimeout(1500);
await st('home');
await b.close();
