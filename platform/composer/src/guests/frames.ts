import type { Socket } from 'node:net';

const HEADER_BYTES = 4;

/** A message as it travels: its length in four bytes, then its JSON. */
export function encodeMessage(message: unknown): Buffer {
  const text = JSON.stringify(message);
  const bytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  frame.writeUInt32BE(bytes);
  frame.write(text, HEADER_BYTES);
  return frame;
}

/** What came through a pipe was no message, or a larger one than allowed. */
export class MessageError extends Error {
  override name = 'MessageError';
}

/** Puts messages together as their parts arrive, and never holds more than one of the largest. */
export class MessageReader {
  private parts: Buffer[] = [];
  private held = 0;

  constructor(private readonly largestBytes: number) {}

  /**
   * @returns the messages that this part completes
   * @throws MessageError for one that is too long, as soon as it says so, and for one that is no JSON
   */
  read(part: Buffer): unknown[] {
    this.parts.push(part);
    this.held += part.length;
    const messages: unknown[] = [];
    for (let length = this.nextLength(); length !== undefined && this.held >= HEADER_BYTES + length; ) {
      const all = Buffer.concat(this.parts);
      const end = HEADER_BYTES + length;
      messages.push(parse(all.subarray(HEADER_BYTES, end)));
      this.parts = end < all.length ? [all.subarray(end)] : [];
      this.held = all.length - end;
      length = this.nextLength();
    }
    return messages;
  }

  private nextLength(): number | undefined {
    if (this.held < HEADER_BYTES) return undefined;
    let first = this.parts[0] as Buffer;
    if (first.length < HEADER_BYTES) {
      first = Buffer.concat(this.parts);
      this.parts = [first];
    }
    const length = first.readUInt32BE();
    if (length > this.largestBytes) throw new MessageError(`its answer is longer than ${this.largestBytes} bytes`);
    return length;
  }
}

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new MessageError('it sent something that is no message', { cause });
  }
};

/** Hands each message of a pipe on. @param onBroken told once when what comes is no message; nothing is read after it */
export function readMessages(
  pipe: Socket,
  largestBytes: number,
  onMessage: (message: unknown) => void,
  onBroken: (error: Error) => void,
): void {
  const reader = new MessageReader(largestBytes);
  pipe.on('data', (part: Buffer) => {
    try {
      for (const message of reader.read(part)) onMessage(message);
    } catch (error) {
      pipe.destroy();
      onBroken(error as Error);
    }
  });
}
