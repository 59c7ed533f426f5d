import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

/** Lists files of the repository, committed or not. @returns matching paths from its root */
export const writtenFiles = (pattern: RegExp, exempt: RegExp): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((file) => pattern.test(file) && !exempt.test(file) && existsSync(join(ROOT, file)));

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
