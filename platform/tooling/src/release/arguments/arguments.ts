import { parseArgs } from 'node:util';
import { versionSchema } from '@wholepage/contracts/release';
import { type AppName, appNameSchema } from '@wholepage/contracts/version';
import { workspaceApps } from '../../apps';
import { UsageError } from '../../run/command';

const choices = (): string => `Choose among ${workspaceApps().join(', ')}.`;

const noMore = (words: readonly string[]): void => {
  if (words.length > 0) throw new UsageError(`That is too much: leave out "${words.join(' ')}".`);
};

/** The one app that is named. It may be one that this workspace does not hold. @throws UsageError */
export function appArgument([given, ...more]: readonly string[]): AppName {
  if (given === undefined) throw new UsageError(`Which app? ${choices()}`);
  if (!appNameSchema.safeParse(given).success) throw new UsageError(`"${given}" is not a name of an app. ${choices()}`);
  noMore(more);
  return given;
}

/** The one app of this workspace that is named. @throws UsageError that lists them */
export function workspaceApp(words: readonly string[]): AppName {
  const app = appArgument(words);
  if (!workspaceApps().includes(app)) throw new UsageError(`There is no app "${app}" here. ${choices()}`);
  return app;
}

/** An app, and the version that is named beside it. @throws UsageError */
export function releaseArguments([app, version, ...more]: readonly string[]): {
  app: AppName;
  version: string | undefined;
} {
  noMore(more);
  if (version !== undefined && !versionSchema.safeParse(version).success) {
    throw new UsageError(`"${version}" is not a version, such as 1.0.0-3fa9c2d1. \`npm run releases\` lists them.`);
  }
  return { app: appArgument(app === undefined ? [] : [app]), version };
}

/** Splits a command line into words and the options that this command takes. @throws UsageError naming the wrong one */
export function optionsOf<Name extends string>(
  line: readonly string[],
  names: Record<Name, 'string' | 'boolean'>,
): { words: string[]; options: Partial<Record<Name, string>>; flags: Set<Name> } {
  const types = Object.fromEntries(Object.entries(names).map(([name, type]) => [name, { type }])) as Record<
    string,
    { type: 'string' | 'boolean' }
  >;
  try {
    const { values, positionals } = parseArgs({ args: [...line], options: types, allowPositionals: true });
    const options: Partial<Record<Name, string>> = {};
    const flags = new Set<Name>();
    for (const name of Object.keys(names) as Name[]) {
      const value = values[name];
      if (typeof value === 'string') options[name] = value;
      else if (value) flags.add(name);
    }
    return { words: positionals, options, flags };
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(
      `${sentence}. Options: ${
        Object.keys(names)
          .map((name) => `--${name}`)
          .join(', ') || 'none'
      }.`,
    );
  }
}

/** The reason of `--break-lock "why"`. @throws UsageError when it is empty */
export function breaksOf(reason: string | undefined): string | undefined {
  if (reason === undefined || reason.trim()) return reason?.trim();
  throw new UsageError('Say why the lock is broken: --break-lock "why". It is kept in the history.');
}
