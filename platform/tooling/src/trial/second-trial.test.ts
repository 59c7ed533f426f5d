import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../run/spawn';
import { trial } from './trial';

jest.mock('../start/build/build-all', () => ({
  ...jest.requireActual<object>('../start/build/build-all'),
  buildApps: jest.fn(),
  buildServers: jest.fn(),
}));
jest.mock('./openid', () => ({}));
jest.mock('../start/staff/staff-services', () => ({ buildStaff: jest.fn() }));

test('a second trial says that the port is taken, and leaves what the first one has', async () => {
  const data = await mkdtemp(join(tmpdir(), 'second-trial-'));
  await mkdir(join(data, 'trial'));
  await writeFile(join(data, 'trial', 'database'), '');
  const { port, stop } = await listen(createServer());
  Object.assign(process.env, { PORT: String(port), DATA_DIR: data });
  await expect(trial([])).rejects.toThrow(`PORT: ${port} is taken`);
  expect(await readdir(join(data, 'trial'))).toEqual(['database']);
  await stop();
});
