import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { StartError } from '../errors';
import { type Line, lineSchema } from './format';

/** The lines of a back-up. @throws StartError when one is not of its format */
export async function* linesIn(file: string): AsyncGenerator<Line> {
  const source = createReadStream(file).pipe(createGunzip());
  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = lineSchema.safeParse(JSON.parse(text));
    if (!line.success) throw new StartError(line.error.issues[0]?.message ?? 'This is no back-up of ours.');
    yield line.data;
  }
}
