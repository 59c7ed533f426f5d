import { open } from 'node:fs/promises';
import { RefusedError } from '../../errors';

const BLOCK_BYTES = 4096;
const MARK = '%%EOF';

const lastText = async (file: string): Promise<string> => {
  const handle = await open(file, 'r');
  try {
    let end = (await handle.stat()).size;
    let text = '';
    // Some programs fill up with blanks; what counts is what stands before them.
    while (end > 0 && text.length < MARK.length) {
      const length = Math.min(BLOCK_BYTES, end);
      end -= length;
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end);
      text = (buffer.toString('latin1') + text).replace(/[\s\0]+$/, '');
    }
    return text;
  } finally {
    await handle.close();
  }
};

/** @throws RefusedError 422 when a PDF does not end with its end mark: cut off, or with something hung on behind */
export async function requirePdfEnd(file: string): Promise<void> {
  if ((await lastText(file)).endsWith(MARK)) return;
  throw new RefusedError(
    422,
    'This PDF did not arrive whole, or has something after its end. Please save it again, then choose it again.',
  );
}
