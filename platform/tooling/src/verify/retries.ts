import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';

/** How many runs count, and in how many of them a test may be tried twice. */
const RUNS = 10;
const ALLOWED = 1;

/** What Jest writes of each test, as far as it is read here. */
export interface ReportedTest {
  fullName: string;
  status: string;
  /** Two when the first try failed and the test was tried again. */
  invocations?: number;
}

const historySchema = z.array(z.array(z.string())).max(RUNS);

/** The tests that held only at their second try. */
export const retriedTests = (tests: readonly ReportedTest[]): string[] =>
  tests.filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1).map(({ fullName }) => fullName);

async function readHistory(file: string): Promise<string[][]> {
  try {
    return historySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // A first run has no history, and a damaged one says nothing.
    return [];
  }
}

/**
 * Adds a run to the history of the last ten. @returns the tests of this run that were retried in two of those ten:
 * they fail by chance, and the run fails with them.
 */
export async function noteRetries(file: string, retried: readonly string[]): Promise<string[]> {
  const history = [...(await readHistory(file)), [...retried]].slice(-RUNS);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(history));
  return retried.filter((name) => history.filter((run) => run.includes(name)).length > ALLOWED);
}
