import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '@wholepage/releases/whole-files';
import * as z from 'zod';
import { ROOT } from '../paths';

/** The folder with histories of retried tests, which the workflow keeps between runs. */
export const HISTORIES = join(ROOT, 'node_modules', '.cache', 'retried-tests');

export interface Outcome {
  passed: number;
  failed: number;
}

const run = (command: string, args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

export async function check(command: string, args: string[]): Promise<Outcome> {
  const code = await run(bin(command), args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: ReportedTest[] }[];
}

/** Prints the tests that were tried twice. @returns the number of those that fail the run */
async function reportRetries({ testResults }: JestReport, history: string): Promise<number> {
  const retried = retriedTests(testResults.flatMap(({ assertionResults }) => assertionResults));
  for (const name of retried) console.log(`Tried twice: ${name}`);
  const repeated = await noteRetries(history, retried);
  for (const name of repeated)
    console.error(`"${name}" was tried twice in two of the last ten runs. Find what it waits for, and mend that.`);
  return repeated.length;
}

/** Runs Jest; a suite that could not run counts as one failure. @param name the tests' name, for their own history of retries */
export async function jest(name: string, args: string[]): Promise<Outcome> {
  const report = join(tmpdir(), `jest-${process.pid}-${Date.now()}.json`);
  const code = await run(bin('jest'), [...args, '--json', `--outputFile=${report}`, '--silent=false']);
  try {
    const result = JSON.parse(await readFile(report, 'utf8')) as JestReport;
    const repeated = await reportRetries(result, join(HISTORIES, `${name}.json`));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    return { passed: result.numPassedTests - repeated, failed: failed + repeated || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    await rm(report, { force: true });
  }
}

/** The number of runs in the history, and of those in which a test may be tried twice. */
const RUNS = 10;
const ALLOWED = 1;

/** The part of Jest's report of a test that is read here. */
interface ReportedTest {
  fullName: string;
  status: string;
  /** Two when the first try failed. */
  invocations?: number;
}

const historySchema = z.array(z.array(z.string())).max(RUNS);

export const retriedTests = (tests: readonly ReportedTest[]): string[] =>
  tests.filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1).map(({ fullName }) => fullName);

/** Adds a run to the last ten. @returns its tests that two of these retried: they are flaky and fail the run */
export async function noteRetries(file: string, retried: readonly string[]): Promise<string[]> {
  // A missing or damaged history counts as empty.
  const read = async () => historySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const history = [...(await read().catch(() => [])), [...retried]].slice(-RUNS);
  await writeWhole(file, JSON.stringify(history));
  return retried.filter((name) => history.filter((run) => run.includes(name)).length > ALLOWED);
}
