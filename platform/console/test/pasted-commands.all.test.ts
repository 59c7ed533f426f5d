import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteVerification } from '@wholepage/releases/gate-record';
import { readRelease } from '@wholepage/releases/manifest';
import { previewsOf } from '@wholepage/releases/preview/preview';
import { readRegistry, readStep, releasesOf, stepIds } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { release, route } from '@wholepage/releases/testing/built-release';
import { INVITED, savePerson } from '@wholepage/sign-in/people';
import { openStaffDatabase } from '@wholepage/staff-kit/server';
import { commandOf, consoleCommand, previewCommand } from '../src/command';
import { readConsoleSettings } from '../src/server/settings';
import { CONSOLE, ROOT } from '../src/service';
import { type StepInput, stepSchema } from '../src/steps';

const A = '1.0.0-aaaaaaaa';
const B = '1.0.0-bbbbbbbb';
const WHY = `it's "ready"; $(touch /tmp/never) \`id\` \\ 100 %`;

let env: NodeJS.ProcessEnv;
let store: ReturnType<typeof folderStore>;

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'pasted-'));
  // PostgreSQL runs as its own user under root.
  await chmod(data, 0o755);
  env = { ...process.env, DATA_DIR: data, RELEASES_URL: '', PRIVATE_STORE_URL: '', NODE_ENV: 'test', PORT: '9' };
  const place = join(data, 'releases');
  const trust = environmentTrust(env);
  store = folderStore(place, trust);
  await release(place, '1.0.0', { app: 'shop', routes: [route('/shop')] }, trust);
  for (const version of [A, B]) {
    await release(place, version, { app: 'news', routes: [route('/news')] }, trust);
    const { integrity } = await readRelease(store, 'news', version);
    const about = { verification: { held: ['sizes'], skipped: [], reason: '' }, by: 'the pipeline' };
    const privateStore = folderStore(join(data, 'private'), trust);
    await noteVerification(store, privateStore, { app: 'news', version, integrity }, about);
  }
});

const shell = async (command: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', command], { cwd: ROOT, env })).stdout;
/** Runs the command that the console shows for a step in a shell. */
const paste = (step: StepInput) => shell(commandOf(stepSchema.parse(step)));
const news = async () => releasesOf(await readRegistry(store), 'news');
const live = async () => (await news()).live?.metadata.version;
const history = async () => Promise.all((await stepIds(store)).map((id) => readStep(store, id)));
const later = () => new Date(Date.now() + 3_600_000).toISOString();

test('every command that the console shows does what its button does, with the reason as it was written', async () => {
  await paste({ action: 'rollback', app: 'news', from: B, version: A, why: WHY });
  expect(await live()).toBe(A);
  await paste({ action: 'promote', app: 'news', version: B, why: WHY });
  expect(await live()).toBe(B);
  await paste({ action: 'canary', app: 'news', version: A, shares: [10] });
  expect((await news()).canary?.deployment.traffic).toBe(10);
  await expect(paste({ action: 'canary', app: 'news', version: B, shares: [5] })).rejects.toThrow('is live already');
  await paste({ action: 'stop', app: 'news', version: A });
  await paste({ action: 'canary', app: 'news', version: A, shares: [10, 50], every: '5m', why: WHY });
  expect((await news()).canary?.extras.canary).toMatchObject({ next: [50], everyMs: 300_000 });
  await paste({ action: 'stop', app: 'news', version: A, why: WHY });
  const experiment = { app: 'news', against: B, version: A, share: 50, goal: 'news:read', margin: 10 } as const;
  await paste({ action: 'experiment', ...experiment, why: WHY });
  expect((await news()).canary?.extras.experiment).toMatchObject({ against: B, goal: 'news:read', margin: 0.1 });
  await paste({ action: 'stop', app: 'news', version: A, of: 'experiment', why: WHY });
  expect((await news()).canary).toBeUndefined();
  await paste({ action: 'experiment', ...experiment });
  await paste({ action: 'conclude', app: 'news', version: A, why: WHY });
  expect(await live()).toBe(A);
  await paste({ action: 'lock', app: 'site', until: later(), why: WHY });
  await expect(paste({ action: 'promote', app: 'news', version: B })).rejects.toThrow('locked');
  await paste({ action: 'promote', app: 'news', version: B, breaks: WHY });
  expect(await live()).toBe(B);
  await paste({ action: 'unlock', app: 'site' });
  const shown = await shell(previewCommand({ news: A, shop: '1.0.0' }, 2));
  const [, id = ''] = /preview=([\w-]{22})/.exec(shown) ?? [];
  expect((await previewsOf(store)).map(({ releases }) => releases)).toEqual([{ news: A, shop: '1.0.0' }]);
  await shell(`npm run preview -- --withdraw ${id}`);
  expect(await previewsOf(store)).toEqual([]);
  await paste({ action: 'retire', app: 'news', why: WHY });
  expect(await live()).toBeUndefined();
  // The reason of a canary's step begins with the share.
  const reasons = (await history()).flatMap((step) => (step?.why.includes('it') ? [step.why] : []));
  expect(reasons.length).toBeGreaterThan(7);
  for (const reason of reasons) expect(reason.endsWith(WHY)).toBe(true);
}, 300_000);

test('every command about people does what its button does', async () => {
  const person = async (name: string) =>
    JSON.parse(await shell(`npm run --silent wholepage -- console people ${name} --json`)) as {
      id: string;
      rights: string[];
      endedAt: string | null;
      sessions: unknown[];
    };
  const none = '00000000-0000-4000-8000-000000000000';
  // A person exists from the first sign-in on.
  const { pool, close } = await openStaffDatabase(CONSOLE, readConsoleSettings(env), () => undefined);
  try {
    for (const [name, right] of [
      ['Anna', 'admin'],
      ['Vera', 'viewer'],
    ] as const)
      await savePerson(pool, { issuer: INVITED, subject: name, name, rights: [right] });
  } finally {
    await close();
  }
  expect(await shell(consoleCommand('invite', "Anna O'Neill", '--right', 'admin'))).toContain('/sign-in?token=');
  await expect(shell(consoleCommand('rights', 'Nobody', '--right', 'admin'))).rejects.toThrow(
    'Nobody is called "Nobody"',
  );
  const { id } = await person('Vera');
  await shell(consoleCommand('rights', id, '--right', 'releaser:news', '--right', 'viewer'));
  expect((await person(id)).rights).toEqual(['releaser:news', 'viewer']);
  await expect(shell(consoleCommand('rights', 'Anna', '--right', 'viewer'))).rejects.toThrow(
    'Nobody would hold the right',
  );
  await expect(shell(consoleCommand('end-session', id, `--session=${none}`))).rejects.toThrow(
    'Vera has no such session.',
  );
  await expect(shell(consoleCommand('remove-passkey', id, '--passkey=-a'))).rejects.toThrow(
    'Vera has no such passkey.',
  );
  await shell(consoleCommand('end-access', id));
  expect((await person(id)).endedAt).not.toBeNull();
  await shell(consoleCommand('open-access', id));
  expect((await person(id)).endedAt).toBeNull();
  await expect(shell(consoleCommand('expect', '0123456789abcdef', '--why=- old browsers'))).rejects.toThrow(
    'There is no such error any more.',
  );
  await expect(shell(consoleCommand('try-notify'))).rejects.toThrow('NOTIFY_URL is not set');
}, 300_000);
