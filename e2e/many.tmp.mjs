import { chromium } from 'playwright-core';
const [,, widths, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
for (const w of widths.split(',')) for (const path of paths) {
  const p = await b.newPage({ viewport: { width: +w, height: 900 }, reducedMotion: 'reduce' });
  p.on('pageerror', e => console.log(path,'[pageerror]', e.message.slice(0,300)));
  p.on('console', m => m.type()==='error' && console.log(path,'[console]', m.text().slice(0,300)));
  await p.goto((process.env.BASE||'http://localhost:3000')+path); await p.waitForLoadState('networkidle');
  await p.evaluate(async () => { for (let y=0;y<document.body.scrollHeight;y+=700){ window.scrollTo(0,y); await new Promise(r=>setTimeout(r,50)); } window.scrollTo(0,0); await new Promise(r=>setTimeout(r,200)); });
  await p.screenshot({ path: `/tmp/s/${w}${path.replace(/\W+/g,'_')}.png`, fullPage: true });
  await p.close();
}
await b.close();
