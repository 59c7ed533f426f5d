import { chromium } from 'playwright-core';

const [, , path = '/', width = '1440', out = '/tmp/shot.png', full = '1'] = process.argv;
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
const p = await b.newPage({ viewport: { width: +width, height: 900 } });
p.on('console', (m) => console.log('[console]', m.type(), m.text().slice(0, 400)));
p.on('pageerror', (e) => console.log('[pageerror]', e.message.slice(0, 800)));
p.on('requestfailed', (r) => console.log('[failed]', r.url(), r.failure()?.errorText));
p.on('response', (r) => {
  if (r.status() >= 400) console.log('[status]', r.status(), r.url());
});
await p.goto((process.env.BASE || 'http://localhost:3000') + path);
await p.waitForLoadState('networkidle');
await p.evaluate(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 600) {
    window.scrollTo(0, y);
    await new Promise((r) => setTimeout(r, 60));
  }
  window.scrollTo(0, 0);
  await new Promise((r) => setTimeout(r, 300));
});
await p.screenshot({ path: out, fullPage: full === '1' });
await b.close();
