import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageDir } from '../paths';
import { tsx } from '../run/spawn';
import { sample } from '../testing/sample';

const CLI = join(packageDir('tooling'), 'src', 'cli.ts');
/** What a command has that goes on trying: then it is killed, and has no exit code. */
const PATIENCE_MS = 25_000;

const { SITE_ORIGIN: _, ...env } = process.env;
const PRODUCTION = { ...env, NODE_ENV: 'production', SITE_DIR: 'examples/tractor-store/site' };

/** Runs a command. @returns its exit code, and all that it printed */
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
