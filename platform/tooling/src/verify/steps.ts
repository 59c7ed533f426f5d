import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { noteRetries, type ReportedTest, retriedTests } from './retries';

/** A workflow keeps this folder from one run to the next. */
const HISTORIES = join(ROOT, 'node_modules', '.cache');

/** How many checks of a step held. */
export interface Outcome {
  passed: number;
  failed: number;
}

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

/** A command that holds or does not. */
export async function check(command: string, args: string[]): Promise<Outcome> {
  const code = await run(bin(command), args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: ReportedTest[] }[];
}

/** Names what was tried twice. @returns how many of them fail the run */
async function reportRetries({ testResults }: JestReport, history: string): Promise<number> {
  const retried = retriedTests(testResults.flatMap(({ assertionResults }) => assertionResults));
  for (const name of retried) console.log(`Tried twice: ${name}`);
  const repeated = await noteRetries(history, retried);
  for (const name of repeated)
    console.error(`"${name}" was tried twice in two of the last ten runs. Find what it waits for, and mend that.`);
  return repeated.length;
}

/**
 * A jest run; a suite that could not run counts as one failure.
 * @param name of the tests, which have a history of their own
 */
export async function jest(name: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Outcome> {
  const report = join(tmpdir(), `jest-${process.pid}-${Date.now()}.json`);
  const code = await run(bin('jest'), [...args, '--json', `--outputFile=${report}`, '--silent=false'], env);
  try {
    const result = JSON.parse(await readFile(report, 'utf8')) as JestReport;
    const repeated = await reportRetries(result, join(HISTORIES, `retried-${name}-tests.json`));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    return { passed: result.numPassedTests - repeated, failed: failed + repeated || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    await rm(report, { force: true });
  }
}
