import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packageDir, ROOT } from '../paths';
import { ensureChromium, findChrome, findHeadlessChrome } from './find-program';

jest.mock('node:child_process', () => {
  const actual = jest.requireActual<typeof import('node:child_process')>('node:child_process');
  return { ...actual, spawnSync: jest.fn(actual.spawnSync) };
});

describe('Chrome', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chrome-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const program = (name: string, mode: number): string => {
    const file = join(folder, name);
    writeFileSync(file, '');
    chmodSync(file, mode);
    return file;
  };

  it('installs nothing where one is named that is not there', () => {
    const before = process.env.CHROME_PATH;
    process.env.CHROME_PATH = join(folder, 'gone');
    try {
      expect(ensureChromium).toThrow(/^CHROME_PATH: .*gone is not a program/);
    } finally {
      if (before === undefined) delete process.env.CHROME_PATH;
      else process.env.CHROME_PATH = before;
    }
    expect(spawnSync).not.toHaveBeenCalled();
  });

  it('takes the one that is named', () => {
    const file = program('my-browser', 0o755);
    expect(findChrome({ CHROME_PATH: file, PATH: '' })).toBe(file);
  });

  it('takes the first on the path that can be run', () => {
    program('chromium', 0o644);
    mkdirSync(join(folder, 'chromium-browser'));
    const file = program('google-chrome', 0o755);
    expect(findChrome({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(file);
  });

  it('says what to do when there is none', () => {
    expect(() => findChrome({ PATH: folder })).toThrow('apt-get install chromium');
    expect(() => findChrome({ CHROME_PATH: join(folder, 'gone') })).toThrow(/^CHROME_PATH: .*gone is not a program/);
    // A macOS application is a folder with the program inside.
    mkdirSync(join(folder, 'Chromium.app'));
    expect(() => findChrome({ CHROME_PATH: join(folder, 'Chromium.app') })).toThrow('app is not a program');
  });

  it('prefers the headless shell for short visits, unless a browser is named', () => {
    const whole = program('chromium', 0o755);
    expect(findHeadlessChrome({ PATH: folder })).toBe(whole);
    const shell = program('chromium-headless-shell', 0o755);
    expect(findHeadlessChrome({ PATH: folder })).toBe(shell);
    expect(findHeadlessChrome({ CHROME_PATH: whole, PATH: folder })).toBe(whole);
    expect(findChrome({ PATH: folder })).toBe(whole);
  });
});

describe('programs of packages', () => {
  const RUN = join(ROOT, 'platform', 'tooling', 'cli', 'run.mjs');

  test('a program of a package runs where it is typed, and nowhere else', () => {
    const call = (cwd: string) =>
      spawnSync(process.execPath, [RUN, 'drizzle-kit', '--version'], { cwd, encoding: 'utf8' });
    expect(call(packageDir('api')).stdout).toContain('drizzle-kit');
    expect(call(ROOT).stderr).toContain('No package here has a program "drizzle-kit".');
  });
});
