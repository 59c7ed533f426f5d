import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { satisfies } from 'semver';
import { ROOT } from '../paths';
import { KeptService } from './kept-service';
import { requireFreePorts, tsx } from './spawn';

describe('free ports', () => {
  it('names the setting whose port another program holds', async () => {
    const other = createServer((_request, response) => response.end('ok'));
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port));
    });
    await expect(requireFreePorts({ API_PORT: port })).rejects.toThrow(`API_PORT: ${port} is taken by another program`);
    await new Promise((resolve) => other.close(resolve));
    await expect(requireFreePorts({ API_PORT: port })).resolves.toBeUndefined();
  });

  it('names two settings that hold one port', async () => {
    await expect(requireFreePorts({ PORT: 3100, API_PORT: 3100 })).rejects.toThrow(
      'PORT and API_PORT are both 3100. Choose another for one: PORT=….',
    );
  });

  it.each([Number.NaN, 0, 70_000, 80.5])('names the setting that holds no port but %d', async (port) => {
    await expect(requireFreePorts({ PORT: port })).rejects.toThrow(
      'PORT must be a port: a whole number from 1 to 65535.',
    );
  });
});

describe('a service that is kept running', () => {
  const SERVE = `console.log('up ' + process.pid); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e6);`;

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  let kept: KeptService;
  let said: string[];
  let arrivals: ((pid: number) => void)[];
  let pids: number[];
  /** Resolves with the id of the next process that starts. */
  const nextPid = (): Promise<number> => {
    const there = pids.shift();
    return there ? Promise.resolve(there) : new Promise((resolve) => arrivals.push(resolve));
  };
  const keep = (program: string, signal?: AbortSignal): void => {
    [said, arrivals, pids] = [[], [], []];
    kept = new KeptService({
      name: 'composer',
      args: ['-e', program],
      onLine: (line) => {
        const pid = Number(line.slice('up '.length));
        const arrived = arrivals.shift();
        if (arrived) arrived(pid);
        else pids.push(pid);
      },
      say: (line) => said.push(line),
      health: 'http://127.0.0.1:9/',
      firstDelayMs: 1,
      signal,
    });
  };
  afterEach(() => kept.stop());

  it('starts a program again that was killed, and says so', async () => {
    keep(SERVE);
    const first = await nextPid();
    process.kill(first, 'SIGKILL');
    const second = await nextPid();
    expect(second).not.toBe(first);
    expect(isAlive(second)).toBe(true);
    expect(said).toEqual(['composer ended with code 1; its last lines say why. It is started again.']);
  });

  it('goes on trying with one that ends at once', async () => {
    keep(`console.log('up ' + process.pid);`);
    const pidsSeen = [await nextPid(), await nextPid(), await nextPid()];
    expect(new Set(pidsSeen).size).toBe(3);
  });

  it('restarts for new code without calling it a failure', async () => {
    keep(SERVE);
    const first = await nextPid();
    await kept.restart();
    expect(await nextPid()).not.toBe(first);
    expect(isAlive(first)).toBe(false);
    expect(said).toEqual([]);
  });

  it('tells who waits for its new code that it ended instead', async () => {
    keep(`console.log('up ' + process.pid); process.exit(3);`);
    await nextPid();
    await expect(kept.renew()).rejects.toThrow('composer stopped with code 3 while starting.');
  });

  it('starts nothing again that ended when all were asked to end', async () => {
    const asked = new AbortController();
    keep(SERVE, asked.signal);
    const pid = await nextPid();
    // A terminal sends Ctrl+C to all its processes at once.
    asked.abort();
    process.kill(pid, 'SIGKILL');
    await kept.current.ended;
    expect(said).toEqual([]);
  });

  it('starts nothing any more once it was stopped', async () => {
    keep(SERVE);
    const pid = await nextPid();
    const ended = once(kept.current.child, 'exit');
    await kept.stop();
    await ended;
    expect(isAlive(pid)).toBe(false);
    expect(said).toEqual([]);
  });
});

describe('signals', () => {
  const PROGRAM = `process.on('SIGTERM', () => { console.log('finished'); process.exit(0); });
setInterval(() => {}, 1e6);
console.log('up', process.pid);`;

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signals-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('a command that is asked to stop ends with all that it started', async () => {
    const start = `exec node ${join(ROOT, 'platform', 'tooling', 'cli', 'run.mjs')} program.ts`;
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
    const { value } = await lines.next();
    const pid = Number(String(value).slice('up '.length));
    npm.kill('SIGTERM');
    await expect(lines.next()).resolves.toMatchObject({ value: 'finished' });
    await once(npm, 'exit');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('a service ends with the process that started it, also with one that does not wait for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'services-'));
  const told = join(folder, 'told');
  const service = `process.on('SIGTERM', () => { fs.writeFileSync(${JSON.stringify(told)}, ''); process.exit(); }); console.log('up'); setInterval(() => {}, 1e6);`;
  writeFileSync(
    join(folder, 'program.ts'),
    `import { startService } from '${join(ROOT, 'platform', 'tooling', 'src', 'run', 'spawn')}';
startService('one', { args: ['-e', ${JSON.stringify(service)}], onLine: () => process.exit(3) });`,
  );
  const program = spawn(process.execPath, ['--import', tsx(), join(folder, 'program.ts')], { stdio: 'inherit' });
  expect(await once(program, 'exit')).toEqual([3, null]);
  while (!existsSync(told)) await new Promise(setImmediate);
  rmSync(folder, { recursive: true });
});

describe('the runtime', () => {
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [, pinned = ''] = /^nodeVersion: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
  const versionOf = (node: string): string =>
    execFileSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).trim();

  it('runs the tests, and what they start, on the pinned Node or a newer one of its major version', () => {
    expect(satisfies(process.version, `^${pinned}`)).toBe(true);
    expect(versionOf(process.execPath)).toBe(process.version);
  });

  it('has Node itself first on the path of every script, not a shell that would keep its signals', () => {
    const link = join(ROOT, 'node_modules', '.bin', 'node');
    expect(satisfies(versionOf(link), `^${pinned}`)).toBe(true);
    expect(readFileSync(link).subarray(0, 2).toString()).not.toBe('#!');
  });

  it.each(Object.entries(scripts).filter(([name]) => name !== 'postinstall'))(
    'npm run %s installs what is missing, and leaves no shell between npm and the program',
    (_name, line) => {
      expect(line).toMatch(/^(?:SITE_DIR=\S+ )?exec node platform\/tooling\/cli\/run\.mjs \S+/);
    },
  );

  const remotes = readdirSync(ROOT).filter((name) => name.startsWith('mf-'));

  it.each(remotes)('%s is shown alone, and released, in its own folder', (remote) => {
    const { scripts: own } = JSON.parse(read(join(remote, 'package.json'))) as { scripts: Record<string, string> };
    const run = 'exec node ../platform/tooling/cli/run.mjs ../platform/tooling/src';
    expect(own.standalone).toBe(`${run}/cli.ts standalone ${remote}`);
    expect(own.release).toBe(`${run}/cli.ts release ${remote}`);
  });
});
