import { resolve } from 'node:path';

/** An invalid command line. The message says what to type instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** @throws UsageError when there are superfluous words */
export function noMore(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`That is too much: leave out "${words.join(' ')}".`);
}

/** The choices that the words name, in the order of the choices; all of them without words. @throws UsageError that lists them */
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

/** Resolves a path against the folder where the command was typed, because npm runs it in the folder of `package.json`. */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);

/** Takes the environment of the site in `SITE_DIR`, with its own port, data and services. */
export async function enterSite(): Promise<void> {
  if (!process.env.SITE_DIR) return;
  const { siteDefinition, siteEnvironment } = await import('../site/definition');
  Object.assign(process.env, siteEnvironment(await siteDefinition(), process.env));
}

/** Runs this process's command; a failure prints its message and exits with code 1. @param usage the text of `--help` */
export async function runCommand(usage: string, work: (words: readonly string[]) => Promise<void>): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return console.log(`Usage: ${usage}`);
  // `npm run wholepage -- status | head` closes the pipe early: the command is finished all the same.
  process.stdout.on('error', () => undefined);
  try {
    await enterSite();
    await work(words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
