import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A block of code in a guide. */
export interface Block {
  /** The language of its fence: `ts`, `sh`. */
  language: string;
  code: string;
  /** The heading above it. */
  heading: string;
  /** The file named in bold before it. */
  file?: string;
  /** The place in that file, unless it is the whole file: `before`, `after`, `in place of` or `at its end`. */
  place?: string;
  /** The text in the file that the place refers to. */
  anchor?: string;
  /** Its first line in the page, from 1. */
  line: number;
}

const FENCE = /^( *)```(\w*)$/;
const FILE = /^\*\*([\w./-]+)\*\*(?:, (before|after|in place of|at its end)(?: `(.+)`)?)?$/;

/** All blocks of a page, in order. */
export function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let heading = '';
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', language = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (/^#+ /.test(lines[at] ?? '')) heading = (lines[at] ?? '').replace(/^#+ /, '');
    if (!lines[at]?.startsWith(`${indent}\`\`\``)) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    const [, file, place, anchor] = FILE.exec(lines[at - 2] ?? '') ?? [];
    const code = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({
      language,
      code: `${code.join('\n')}\n`,
      heading,
      line: at + 2,
      ...(file && { file }),
      ...(place && { place }),
      ...(anchor && { anchor }),
    });
    at = end;
  }
  return blocks;
}

const isImport = (line: string): boolean => line.startsWith('import ');

/** Puts a block into the text of its file, as a reader would. @throws Error when the file lacks the anchor */
function withBlock(text: string, { code, place, anchor = '', file, line }: Block): string {
  if (!place) return code;
  const lines = text.split('\n');
  const added = code.trimEnd().split('\n');
  const imports = added.filter(isImport);
  const others = added.filter((one) => !isImport(one));
  const at = place === 'at its end' ? lines.length : lines.findIndex((one) => one.includes(anchor));
  if (at < 0) throw new Error(`Line ${line} of the guide: ${file} has no "${anchor}".`);
  if (place === 'in place of') lines.splice(at, endOfStatement(lines, at) - at + 1, ...others);
  else lines.splice(place === 'after' ? at + 1 : at, 0, ...others);
  return [...imports, ...lines].join('\n');
}

/** @returns the index of the line that ends the statement of this one */
function endOfStatement(lines: readonly string[], from: number): number {
  const [indent = ''] = /^ */.exec(lines[from] ?? '') ?? [];
  // A statement or an element of one line.
  if (/;$|>$/.test(lines[from] ?? '')) return from;
  return lines.findIndex(
    (line, at) => at > from && line.startsWith(indent) && /^[\])}]/.test(line.slice(indent.length)),
  );
}

/** Writes a block's file into a folder, or changes the existing file. */
export async function writeBlock(folder: string, block: Block): Promise<void> {
  const path = join(folder, block.file ?? '');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, withBlock(block.place ? await readFile(path, 'utf8') : '', block));
}
