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
for (const path of process.argv.slice(2)) {
  const p = await b.newPage({ viewport: { width: 1440, height: 900 } });
  const c = await p.context().newCDPSession(p);
  await c.send('Network.enable');
  const m = new Map();
  const tot = {};
  c.on('Network.responseReceived', (e) => m.set(e.requestId, { u: e.response.url, t: e.type }));
  c.on('Network.loadingFinished', (e) => {
    const x = m.get(e.requestId);
    if (x) x.n = e.encodedDataLength;
  });
  await p.goto('http://localhost:3000' + path);
  await p.waitForLoadState('networkidle');
  await p.waitForTimeout(1000);
  for (const x of m.values()) {
    tot[x.t] = (tot[x.t] || 0) + (x.n || 0);
    if (['Script', 'Stylesheet', 'Document', 'Font'].includes(x.t))
      console.log(x.t, x.n, x.u.split('/').slice(4).join('/'));
  }
  console.log(path, tot);
  await p.close();
}
await b.close();
