import { TIME_ZONE } from 'site/config';
import type { Database } from '../db/database';
import type { FileStore } from '../files/file-store';
import type { Config } from '../settings/config';
import { localTime } from './site-zone';

/*
 * What a command works with, and how it prints.
 */

export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Someone is watching: progress is welcome. */
  watched: boolean;
}

/** What a person said beside the words of a command. */
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
  /** Prints what was done: the record for a program (`--json`), or else the words. */
  tell(record: unknown, words: string): void;
  /** For progress and remarks: they go to stderr, so that output can be piped. */
  remark(text: string): void;
  fail(): void;
  /** A path as the person meant it: npm runs commands in the root folder, whatever folder it was called in. */
  resolve(file?: string): string;
}

/** @param words what the person named, such as an id or files */
export type Work = (site: Site, options: Options, words: readonly string[]) => Promise<void>;

/**
 * Prints a list: for a program an array, record by record, so that a long one needs little memory; for a person a table.
 * @param none what a person reads of an empty list
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

/** A heading of a column of {@link minute}, such as `made (Asia/Kolkata)`. */
export const heading = (what: string): string => `${what} (${TIME_ZONE})`;
