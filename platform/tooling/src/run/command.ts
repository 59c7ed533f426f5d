import { resolve } from 'node:path';

/** A command line that cannot be followed. The message says what to type instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** @throws UsageError when words are left that a command does not take */
export function noMore(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`That is too much: leave out "${words.join(' ')}".`);
}

/** The choices that the words name, in their own order; all of them without words. @throws UsageError that lists them */
export function chosen<Choice extends string>(
  words: readonly string[],
  choices: readonly Choice[],
  kind: string,
): Choice[] {
  const unknown = words.filter((word) => !choices.some((choice) => choice === word));
  if (unknown.length > 0)
    throw new UsageError(`There is no ${kind} "${unknown.join('", "')}". Choose among ${choices.join(', ')}.`);
  return choices.filter((choice) => words.length === 0 || words.includes(choice));
}

/** A path as it was typed: npm runs commands in the folder of `package.json`, and whoever calls from elsewhere means theirs. */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);

/** A site in another folder has a port, data and services of its own. */
export async function enterSite(): Promise<void> {
  if (!process.env.SITE_DIR) return;
  const { siteDefinition, siteEnvironment } = await import('../site/definition');
  Object.assign(process.env, siteEnvironment(await siteDefinition(), process.env));
}

/** Runs this process's command; a failure is its sentence and exit code 1. @param usage what `--help` says */
export async function runCommand(usage: string, work: (words: readonly string[]) => Promise<void>): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return console.log(`Usage: ${usage}`);
  // `npm run wholepage -- status | head` closes the pipe early: what was begun is done all the same.
  process.stdout.on('error', () => undefined);
  try {
    await enterSite();
    await work(words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
