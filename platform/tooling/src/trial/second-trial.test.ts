import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineFiles } from '../deploy/machine-files';
import { planDeployment } from '../deploy/plan';
import { freePort, listen } from '../run/spawn';
import { siteDefinition } from '../site/definition';
import { buildApps } from '../start/build/build-all';
import { startNginx } from './nginx-conf';
import { ServiceList } from './service-list';
import { trial, writeSettings } from './trial';

jest.mock('../start/build/build-all', () => ({
  ...jest.requireActual<object>('../start/build/build-all'),
  buildApps: jest.fn(),
  buildServers: jest.fn(),
  buildStaff: jest.fn(),
}));
jest.mock('./openid', () => ({}));

test('Ctrl+C ends a trial that is still building', async () => {
  jest.mocked(buildApps).mockImplementationOnce(() => new Promise(() => {}));
  const { port, stop } = await listen(createServer());
  await stop();
  Object.assign(process.env, { PORT: String(port) });
  const ended = expect(trial()).rejects.toThrow('Stopped before it was ready.');
  const before = process.listenerCount('SIGINT');
  while (process.listenerCount('SIGINT') === before) await new Promise(setImmediate);
  process.listeners('SIGINT').at(-1)?.('SIGINT');
  await ended;
});

test('a shell reads the settings of a program as they are', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'settings of ')), 'env', 'site.env');
  const settings = { EMPTY: '', FOLDER: '/home/o\'brien/my "site" #1/$HOME', KEYS: '{"a": ["b c"]}' };
  await writeSettings(file, settings);
  const print = Object.keys(settings).map((name) => `printf '%s\\n' "$${name}"`);
  const read = execFileSync('sh', ['-c', `set -a; . "${file}"; ${print.join('; ')}`], { encoding: 'utf8' });
  expect(read.trimEnd().split('\n')).toEqual(['', ...Object.values(settings).slice(1)]);
});

test('a second trial says that the port is taken, and leaves what the first one has', async () => {
  const data = await mkdtemp(join(tmpdir(), 'second-trial-'));
  await mkdir(join(data, 'trial'));
  await writeFile(join(data, 'trial', 'database'), '');
  const { port, stop } = await listen(createServer());
  Object.assign(process.env, { PORT: String(port), DATA_DIR: data });
  await expect(trial()).rejects.toThrow(`PORT: ${port} is taken`);
  expect(await readdir(join(data, 'trial'))).toEqual(['database']);
  await stop();
});

test('a trial or a cluster whose nginx cannot start ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-nginx-'));
  const services = new ServiceList(join(folder, 'logs'), () => {});
  const places = { folder, port: await freePort(), files: machineFiles(planDeployment(await siteDefinition())) };
  await expect(startNginx(services, 'false', places)).rejects.toThrow('nginx did not start: see its log.');
  await services.stop();
});
