import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { type FileKind, fileKindOf, HEAD_BYTES } from './file-kind';

type Done = (error?: Error | null, data?: Buffer) => void;

/** Hashes what passes, and finds out the kind from the first bytes. What is refused is swallowed, not stored. */
export class Inspector extends Transform {
  kind: FileKind | undefined;
  bytes = 0;
  readonly hash = createHash('sha256');
  private head: Buffer | undefined = Buffer.alloc(0);

  /** Passes on what was held back, if it begins like a file that is accepted. */
  private release(done: Done): void {
    const head = this.head ?? Buffer.alloc(0);
    this.head = undefined;
    this.kind = fileKindOf(head);
    if (this.kind) done(null, head);
    else done();
  }

  override _transform(chunk: Buffer, _encoding: string, done: Done): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    if (this.head) {
      this.head = Buffer.concat([this.head, chunk]);
      if (this.head.length < HEAD_BYTES) done();
      else this.release(done);
    } else if (this.kind) done(null, chunk);
    else done();
  }

  override _flush(done: Done): void {
    if (this.head) this.release(done);
    else done();
  }
}
