import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildApps, buildServers } from '@wholepage/tooling/build-all';
import { chosen, runCommand } from '@wholepage/tooling/command';
import { packageDir, ROOT } from '@wholepage/tooling/paths';
import { type SoakStep, STEPS } from './steps';

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

const inBrowser = ['-c', join('e2e', 'jest.config.mjs')];

const commandOf = ({ program, words = [], browserTests = [], tests = [] }: SoakStep): [string, string[]] => {
  if (program) return [bin('tsx'), [join(packageDir('bench'), 'src', program), ...words]];
  const files = browserTests.map((file) => join('e2e', 'tests', file));
  return [bin('jest'), [...(files.length > 0 ? inBrowser : []), '--forceExit', ...files, ...tests]];
};

const holds = (step: SoakStep): Promise<boolean> =>
  new Promise((resolve) => {
    const [command, args] = commandOf(step);
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, SOAK: '1', TEST_ALL: '1' },
      stdio: 'inherit',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

/** One after the other, for each would falsify the numbers of another. */
async function soak(words: readonly string[]): Promise<void> {
  const names = chosen(
    words,
    STEPS.map(({ name }) => name),
    'run',
  );
  // What they publish and start is what the sources make now.
  await Promise.all([buildApps(console.log), buildServers()]);
  const lines: string[] = [];
  for (const step of STEPS.filter(({ name }) => names.includes(name))) {
    console.log(`\n── ${step.name}: ${step.shows}`);
    const started = performance.now();
    const held = await holds(step);
    lines.push(`${held ? '✓' : '✗'} ${step.name}: ${Math.round((performance.now() - started) / 1000)} s`);
    if (!held) process.exitCode = 1;
  }
  console.log(`\n${lines.join('\n')}`);
}

await runCommand(`npm run bench -- soak [-- ${STEPS.map(({ name }) => name).join(' | ')}]   long runs`, soak);
