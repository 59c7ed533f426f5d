import { stopServices } from '@wholepage/tooling/spawn';
import { copySite, devPorts, EDITS, startDev, until } from './dev';

test('what is saved while npm run dev runs is on the page that the site makes', async () => {
  const [text] = EDITS.filter(({ what }) => what === 'a text');
  if (!text) throw new Error('No edit changes a text.');
  const copy = await copySite();
  try {
    const ports = await devPorts();
    const dev = await startDev(copy.root, ports, 'mf-blog');
    try {
      await copy.edit(text.file, text.from, text.to);
      await until(text.what, async () =>
        (await (await fetch(`http://localhost:${ports[0]}/blog`)).text()).includes('The Edited Book'),
      );
    } finally {
      await stopServices([dev]);
    }
  } finally {
    await copy.remove();
  }
}, 180_000);
