import { join } from 'node:path';
import { chosen, runCommand } from '../run/command';
import { buildApps, buildServers } from '../start/build-all';
import { checkBudgets } from './budgets';
import { ensureChromium } from './chromium';
import { check, jest, type Outcome } from './steps';

interface Step {
  name: string;
  run(): Promise<Outcome>;
}

const WORKERS = '--maxWorkers=2';

const attempt = async (work: () => Promise<void> | void): Promise<Outcome> => {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
};

const steps: Step[] = [
  { name: 'types', run: () => check('tsc', ['-p', 'tsconfig.json']) },
  { name: 'lint', run: () => check('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'build', run: () => attempt(() => Promise.all([buildApps(console.log), buildServers()]).then(() => {})) },
  { name: 'budgets', run: checkBudgets },
  { name: 'unit tests', run: () => jest([WORKERS]) },
  { name: 'Chromium', run: () => attempt(ensureChromium) },
  { name: 'browser tests', run: () => jest(['-c', join('e2e', 'jest.config.mjs')]) },
];

/** Everything that must hold, or the steps that are named; then one line of counts. */
async function verify(words: readonly string[]): Promise<void> {
  const asked = chosen(
    words,
    steps.map(({ name }) => name),
    'step',
  );
  const total: Outcome = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const { name, run } of steps.filter((step) => asked.includes(step.name))) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    summary.push(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${seconds} s`);
  }
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed ? 1 : 0;
}

await runCommand('npm test [-- step…]   checks everything, or these steps', verify);
