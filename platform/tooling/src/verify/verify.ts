import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { chosen, runCommand } from '../run/command';
import { ensureChromium, ensureEngines } from '../run/find-program';
import { buildApps, buildServers } from '../start/build/build-all';
import { checkBudgets } from './budgets';
import { checkSize } from './size';
import { check, jest, type Outcome } from './steps';

interface Step {
  name: string;
  run(): Promise<Outcome>;
}

/** Builds everything from scratch, and leaves the cache for the next start. */
const build = async (): Promise<void> => {
  await Promise.all([buildApps(console.log, 'written'), buildServers()]);
};

const attempt = async (work: () => Promise<void> | void): Promise<Outcome> => {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
};

/** Finds unused files, exports and dependencies; `knip.jsonc` lists those used from outside. */
const checkUnused = async (): Promise<Outcome> => {
  const outcome = await check('knip', ['--no-progress', '--no-config-hints']);
  if (outcome.failed)
    console.error('Nothing uses these: take them away. What runs without an import is an entry in knip.jsonc.');
  return outcome;
};

const types: Step = { name: 'types', run: () => check('tsc', ['-p', 'tsconfig.json', '--checkers', '1']) };
const lint: Step = { name: 'lint', run: () => check('biome', ['check', '--error-on-warnings', '.']) };

/** Phases run in order; the steps of a phase are independent and run side by side. */
const phases: Step[][] = [
  [
    types,
    lint,
    { name: 'unused', run: checkUnused },
    { name: 'size', run: () => attempt(checkSize) },
    { name: 'build', run: () => attempt(build) },
    { name: 'chromium', run: () => attempt(ensureChromium) },
  ],
  [
    { name: 'budgets', run: checkBudgets },
    // Journeys in other engines are `*.all.test.ts`.
    ...(process.argv.includes('--all') ? [{ name: 'engines', run: () => attempt(ensureEngines) }] : []),
    { name: 'unit', run: () => jest('unit', []) },
  ],
  [{ name: 'browser', run: () => jest('browser', ['-c', join('e2e', 'jest.config.mjs')]) }],
];

const timed = async ({ name, run }: Step): Promise<{ outcome: Outcome; line: string }> => {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const outcome = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const { passed, failed } = outcome;
  return { outcome, line: `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${seconds} s` };
};

/** The checks of a change: types, rules, and the unit tests that reach a changed file. */
const changed: Step[][] = [
  [types, lint],
  [
    {
      name: 'unit',
      run: () => jest('unit', [isClean() ? '--lastCommit' : '--onlyChanged', '--passWithNoTests']),
    },
  ],
];

const isClean = (): boolean => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) === '';

/**
 * Runs all checks, or the named steps, and prints one line of counts. `changed` runs what a change can break. `--all`
 * adds each other bundler, every guest, hundreds of simulated canaries, and two hundred steps of the walk.
 */
async function verify(words: readonly string[]): Promise<void> {
  if (words.includes('--all')) Object.assign(process.env, { WALK_STEPS: '200', ...process.env, TEST_ALL: '1' });
  const named = words.filter((word) => word !== '--all');
  const isOfChange = named.length === 1 && named[0] === 'changed';
  const names = phases.flat().map(({ name }) => name);
  const asked = isOfChange ? names : chosen(named, names, 'step');
  const total: Outcome = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const phase of isOfChange ? changed : phases) {
    const results = await Promise.all(phase.filter(({ name }) => asked.includes(name)).map(timed));
    for (const { outcome, line } of results) {
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      summary.push(line);
    }
  }
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed ? 1 : 0;
}

await runCommand(
  'npm test [-- step… | changed | --all]   checks everything, these steps, or what a change can break; --all takes long',
  verify,
);
