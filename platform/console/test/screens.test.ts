import { readFileSync } from 'node:fs';
import { startConsole } from './console';

const ROUTES = readFileSync(new URL('../src/client/Console.tsx', import.meta.url), 'utf8');

test('every screen opens by its address: a reload and a link in a chat lead to it', async () => {
  const console = await startConsole();
  try {
    const { cookie } = await console.person('Vera', 'viewer');
    const screens = [...ROUTES.matchAll(/\['(\/[^']*)',/g)].map(([, path = '']) => path.replace(/:\w+/g, 'x'));
    expect(screens.length).toBeGreaterThan(10);
    for (const url of screens) {
      const { statusCode } = await console.app.inject({ url, headers: { host: 'localhost:4300', cookie } });
      expect([url, statusCode]).toEqual([url, 200]);
    }
  } finally {
    await console.close();
  }
});
