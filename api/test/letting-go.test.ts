import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import pg from 'pg';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-letting-go-'));
  // PostgreSQL runs as its own user under root.
  await chmod(base, 0o755);
});
afterEach(() => rm(base, { recursive: true, force: true }));

test('of two that let go at the same moment, one stops the server, and neither complains', async () => {
  const said: string[] = [];
  const open = () => openEmbedded(path.join(base, 'var'), 'command', (text) => void said.push(text));
  const [one, other] = [await open(), await open()];
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  const asked = jest.spyOn(pg.Client.prototype, 'query') as unknown as jest.SpyInstance<Promise<unknown>, unknown[]>;
  asked.mockImplementationOnce(async function unlock(this: unknown, ...given) {
    const unlocked = await query.apply(this, given);
    await other.close();
    return unlocked;
  });
  await one.close();
  expect(said).toEqual([]);
});
