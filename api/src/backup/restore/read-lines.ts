import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf, StartError } from '../../errors';
import { type Line, lineSchema } from '../format';

const NOT_OURS = 'is not a back-up that `npm run api -- backup` wrote';

const recordOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What failed while a file was read and unpacked, in one sentence. */
const explain = (file: string, error: unknown): StartError => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'is not there',
    EISDIR: 'is a folder',
    EACCES: 'may not be read',
    Z_BUF_ERROR: 'is cut off',
    Z_DATA_ERROR: NOT_OURS,
  };
  return new StartError(`${file} ${why[code] ?? `cannot be read (${messageOf(error)})`}; nothing was restored.`, {
    cause: error,
  });
};

/** The lines of a back-up. @throws StartError when the file cannot be read, is cut off, or one is not of its format */
export async function* linesIn(file: string): AsyncGenerator<Line> {
  const unpacked = createGunzip();
  let failure: unknown;
  pipeline(createReadStream(file), unpacked, (error) => {
    failure = error ?? undefined;
  });
  const lines = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  let isFirst = true;
  try {
    for (;;) {
      const { value: text, done } = await lines.next().catch((error: unknown) => {
        throw explain(file, failure ?? error);
      });
      if (failure) throw explain(file, failure);
      if (done) return;
      const line = lineSchema.safeParse(recordOf(text));
      const issue = line.error?.issues[0];
      if (issue?.path[0] === 'format') throw new StartError(issue.message);
      if (!line.success || (line.data.kind === 'header') !== isFirst)
        throw new StartError(`${file} ${NOT_OURS}; nothing was restored.`);
      isFirst = false;
      yield line.data;
    }
  } finally {
    unpacked.destroy();
  }
}

/** Looks at the beginning of a back-up. @throws StartError when it is none */
export async function requireBackup(file: string): Promise<void> {
  for await (const _header of linesIn(file)) return;
  throw new StartError(`${file} ${NOT_OURS}; nothing was restored.`);
}
