import { TIME_ZONE } from 'site/config';
import type { Database } from '../db/database';
import type { FileStore } from '../files/file-store';
import type { Config } from '../settings/config';
import { localTime } from './site-zone';

/* Arguments and output of commands. */

export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Whether a person watches, so that progress is shown. */
  watched: boolean;
}

/** Options of a command. */
export interface Options {
  form?: string;
  since?: string;
  out?: string;
  files?: string;
  replace?: boolean;
  failed?: boolean;
  all?: boolean;
  drop?: boolean;
  json?: boolean;
}

export interface Site {
  config: Config;
  database: Database;
  files: FileStore;
  stdout: NodeJS.WritableStream;
  watched: boolean;
  print(line: string): void;
  /** Prints a result: the record with `--json`, else the words. */
  tell(record: unknown, words: string): void;
  /** Prints progress and remarks to stderr, so that output can be piped. */
  remark(text: string): void;
  fail(): void;
  /** Resolves a path relative to the person's folder: npm runs commands in the root folder. */
  resolve(file?: string): string;
}

/** @param words positional arguments, such as an id or files */
export type Work = (site: Site, options: Options, words: readonly string[]) => Promise<void>;

/**
 * Prints a list: with `--json` an array, record by record to save memory; else a table.
 * @param none sentence for an empty list
 */
export function listPrinter({ print }: Site, { json }: Options, headings: readonly string[], none: string) {
  const rows: string[][] = [];
  let count = 0;
  return {
    add: (record: unknown, cells: string[]): void => {
      count += 1;
      if (!json) rows.push(cells);
      else print(`${count === 1 ? '[' : ','}\n${JSON.stringify(record)}`);
    },
    end: (): void => {
      if (json) print(count > 0 ? ']' : '[]');
      else print(count > 0 ? table(headings, rows) : none);
    },
  };
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')));
  const widths = headings.map((text, index) => Math.max(text.length, ...plain.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...plain.map(line)].join('\n');
}

export const minute = (moment: Date): string => localTime(moment).slice(0, 16);

/** Returns the heading of a column of {@link minute}, such as `made (Asia/Kolkata)`. */
export const heading = (what: string): string => `${what} (${TIME_ZONE})`;
