import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SiteService } from '@wholepage/contracts/site';
import { packageDir } from '../paths';
import { tsx } from '../run/spawn';
import { sample } from '../testing/sample';
import { AppBuilder } from './build/build-all';
import { composerPlan, siteAddress } from './composer';
import { releaseSources } from './publish-all';
import { environmentOf, readable, requireServicePorts } from './services';
import { moveStaffTables, type SavedService, staffFile, takeWithout } from './staff/staff-backups';

describe('start', () => {
  const CLI = join(packageDir('tooling'), 'src', 'cli.ts');
  /** Limit for a command that keeps trying. It is killed then, and has no exit code. */
  const PATIENCE_MS = 25_000;

  const { SITE_ORIGIN: _, ...env } = process.env;
  const PRODUCTION = { ...env, NODE_ENV: 'production', SITE_DIR: 'examples/tractor-store/site' };

  /** Runs a command. @returns its exit code and its output */
  async function run(command: string, settings: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, ['--import', tsx(), CLI, command], {
      env: { ...PRODUCTION, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, said: out + err };
  }

  test.each(
    sample(
      [
        ['start', {}, 'SITE_ORIGIN is missing: '],
        ['composer', {}, 'SITE_ORIGIN is missing: '],
        ['composer', { SITE_ORIGIN: 'https://www.example', RENDER_WORKERS: 'two' }, 'RENDER_WORKERS is not usable: '],
        ['composer', { SITE_ORIGIN: 'http://www.example' }, 'SITE_ORIGIN is not for production: '],
        ['console', { CONSOLE_ORIGIN: 'https://console.example' }, 'CONSOLE_DATABASE_URL is missing: '],
      ],
      ['start'],
    ),
  )(
    'production that lacks a setting ends at once and says it once: %s %j',
    async (command, settings, sentence) => {
      const { code, said } = await run(command, settings);
      expect({ code, said: said.split(sentence).length - 1 }).toEqual({ code: 1, said: 1 });
      expect(said).not.toContain('started again');
    },
    2 * PATIENCE_MS,
  );
});

describe('services', () => {
  const service: SiteService = {
    name: 'back',
    folder: '../back',
    port: { variable: 'BACK_PORT', default: 1 },
    settingsFor: ({ DESK_PORT = '7' }) => ({ DESK_ORIGIN: `http://localhost:${DESK_PORT}` }),
  };

  test('a service gets the settings that follow from others, unless they are set', () => {
    expect(environmentOf(service, { DESK_PORT: '8' })).toEqual({ DESK_PORT: '8', DESK_ORIGIN: 'http://localhost:8' });
    expect(environmentOf(service, { DESK_ORIGIN: '' })).toEqual({ DESK_ORIGIN: 'http://localhost:7' });
    expect(environmentOf(service, { DESK_ORIGIN: 'https://desk' })).toEqual({ DESK_ORIGIN: 'https://desk' });
  });

  test.each([
    [undefined, 'localhost', '127.0.0.1'],
    ['0.0.0.0', 'localhost', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2', '127.0.0.2'],
    ['::1', '[::1]', '[::1]'],
  ])('with HOST %s the site is at %s, and is asked for its health at %s', (HOST, printed, asked) => {
    expect(siteAddress({ HOST, PORT: '3111' })).toBe(`http://${printed}:3111`);
    expect(composerPlan({ HOST, PORT: '3111' }).health).toBe(`http://${asked}:3111/healthz`);
  });

  test.each([
    [{ PORT: '3100' }, 'API_PORT and PORT are both 3100.'],
    [{ PORT: '3111', API_PRIVATE_PORT: '3121' }, 'API_PRIVATE_PORT and COMPOSER_PRIVATE_PORT are both 3121.'],
    [{ PORT: '3111', API_PORT: '3112', COMPOSER_PRIVATE_PORT: '3122' }, 'COMPOSER_PRIVATE_PORT are both 3122.'],
    [{ PORT: '3111', COMPOSER_PRIVATE_PORT: '0', API_PRIVATE_PORT: '0', API_PORT: '3111' }, 'are both 3111.'],
  ])('two programs that would listen at one port are named before anything is built: %j', async (env, says) => {
    await expect(requireServicePorts(env)).rejects.toThrow(says);
  });

  test.each([
    ['Listening at 3000', 'Listening at 3000'],
    ['{"level":30,"time":1,"pid":7,"hostname":"h","msg":"29 posts"}', '29 posts'],
    ['{"level":"error","time":"t","app":"composer","event":"reset","ms":9}', '⚠ reset ms=9'],
    ['{"level":"warn","app":"mf-blog","event":"api failed a page"}', '⚠ api failed a page app="mf-blog"'],
    ['{"level":40,"msg":"slow","url":{"path":"/"}}', '⚠ slow url={"path":"/"}'],
    ['{"level":50,"msg":"died","err":{"message":"m","stack":"Error: m\\n at x"}}', '⚠ died\nError: m\n at x'],
    ['{"cut off', '{"cut off'],
  ])('a person reads %s as %s', (line, said) => {
    expect(readable(line)).toBe(said);
  });
});

describe('publishing all', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'publish-all-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('in production a start promotes nothing, and says what does', async () => {
    const said: string[] = [];
    const builder = new AppBuilder(() => said.push('it builds'), 'none', join(folder, 'no-program.ts'));
    const env = { NODE_ENV: 'production', DATA_DIR: folder };
    await releaseSources([builder], (line) => said.push(line), env);
    expect(said).toEqual([
      'Nothing is promoted: in production a release goes live by npm run release -- APP, through the gate.',
    ]);
    expect(existsSync(join(folder, 'releases'))).toBe(false);
  });
});

describe('the builder of an app', () => {
  /** A program that builds all apps but `broken`. Asked to store, it writes the file `kept` once its parent has disconnected. */
  const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  const { dirname } = import.meta;
  process.on('message', (request) => {
    if (request.do === 'build') return process.send(request.app !== 'broken');
    process.once('disconnect', () => writeFileSync(dirname + '/kept', ''));
  });
`;

  let folder: string;
  let builder: AppBuilder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'builder-'));
    const program = join(folder, 'program.mjs');
    writeFileSync(program, PROGRAM);
    builder = new AppBuilder(() => {}, 'written', program);
  });
  afterEach(() => {
    builder.stop();
    rmSync(folder, { recursive: true });
  });

  test('what was built is kept by a process that nobody waits for, and that a stop does not reach any more', async () => {
    await builder.build('mf-blog');
    const changes = watch(folder);
    const kept = once(changes, 'change');
    builder.keep();
    builder.stop();
    expect(await kept).toEqual(['rename', 'kept']);
    changes.close();
  });

  test('who built nothing has nothing to keep', () => {
    expect(() => builder.keep()).not.toThrow();
  });

  test('an app that could not be built is named', async () => {
    await expect(builder.build('broken')).rejects.toThrow('broken could not be built: see above.');
  });
});

describe('backups', () => {
  const CONSOLE: SavedService = { name: 'console', folder: 'nowhere', savesTables: true };
  const OFFICE: SavedService = { name: 'office', folder: 'nowhere', savesTables: false };

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'staff-backups-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const file = () => join(folder, 'site.gz');
  const env = () => ({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/site' });

  test('a back-up of a site with a database elsewhere does not leave the console out in silence', async () => {
    await expect(moveStaffTables('backup', file(), [CONSOLE, OFFICE], { env: env() })).rejects.toThrow(
      "The tables of console are left out: CONSOLE_DATABASE_URL is empty, and the site's database is elsewhere (DATABASE_URL). Set it, or say --without console where no console runs.",
    );
    await expect(moveStaffTables('backup', file(), [CONSOLE], { env: env(), without: ['console'] })).resolves.toEqual(
      [],
    );
    // The embedded PostgreSQL has no console tables yet.
    await expect(moveStaffTables('backup', file(), [CONSOLE], { env: { DATA_DIR: folder } })).resolves.toEqual([]);
  });

  test('a restore there asks where the tables go, when some were saved', async () => {
    await expect(moveStaffTables('restore', file(), [CONSOLE], { env: env() })).resolves.toEqual([]);
    await writeFile(staffFile(file(), 'console'), '');
    await expect(moveStaffTables('restore', file(), [CONSOLE], { env: env() })).rejects.toThrow(
      'CONSOLE_DATABASE_URL is empty',
    );
  });

  test('--without is taken out of the words, and takes only names that are there', () => {
    expect(takeWithout(['a.gz', '--without', 'console', '--json'], [CONSOLE, OFFICE])).toEqual({
      without: ['console'],
      rest: ['a.gz', '--json'],
    });
    for (const words of [['--without'], ['--without', 'office']])
      expect(() => takeWithout(words, [CONSOLE, OFFICE])).toThrow(/^--without .*say one of console\.$/);
  });
});
