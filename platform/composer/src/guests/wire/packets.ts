/** Header: length of the body (4 bytes), kind of the message (1), id of the task or ping (4). */
export const HEADER_BYTES = 9;

export interface PacketHeader {
  kind: number;
  /** Id of a task or a ping; 0 for none. */
  id: number;
  /** Of the body, in bytes. */
  length: number;
}

export interface Packet extends PacketHeader {
  body: unknown;
  /** Why the body was not parsed. */
  refused?: string;
}

/** Largest depth and number of values of a message: more would block its parser. The longest sitemap has 50,000 addresses. */
const DEEPEST = 66;
const MOST_VALUES = 51_000;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [91, 93, 123, 125];

/** Returns why JSON must not be parsed. Counting costs a fiftieth of parsing an object of very many keys. */
function whyUnbounded(json: Buffer): string | undefined {
  let [values, depth] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) if (json[at] === BACKSLASH) at += 1;
    } else if (byte === COMMA) values += 1;
    else if (byte === LIST || byte === OBJECT) {
      values += 1;
      depth += 1;
      if (depth > DEEPEST) return `is deeper than ${DEEPEST} levels`;
    } else if (byte === END_OF_LIST || byte === END_OF_OBJECT) depth -= 1;
  }
  return values > MOST_VALUES ? `has more than ${MOST_VALUES} values` : undefined;
}

const NO_BODY = Buffer.alloc(0);

/** Encodes a message: a header, then JSON, or nothing when `body` is undefined. */
export function encodePacket(kind: number, id: number, body?: unknown): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const packet = Buffer.allocUnsafe(HEADER_BYTES + length);
  packet.writeUInt32BE(length, 0);
  packet.writeUInt8(kind, 4);
  packet.writeUInt32BE(id, 5);
  packet.write(text, HEADER_BYTES);
  return packet;
}

/** A violation of the guests' protocol. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

const parse = (body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new ProtocolError('it sent a message that is not JSON', { cause });
  }
};

/** Reassembles messages. Copies each byte at most once, and allocates no more than the current message announced. */
export class PacketReader {
  private readonly head = Buffer.alloc(HEADER_BYTES);
  private headBytes = 0;
  private header: PacketHeader | undefined;
  private body = NO_BODY;
  private bodyBytes = 0;

  /** @param admit decides by the header, before any of the body is buffered; throws to refuse */
  constructor(private readonly admit: (header: PacketHeader) => void) {}

  /** Passes on each message that a part completes. @throws ProtocolError, or what `admit` throws; read nothing after that */
  read(part: Buffer, onPacket: (packet: Packet) => void): void {
    let at = 0;
    while (at < part.length || this.isComplete) {
      if (!this.header) at += this.readHead(part, at);
      if (!this.header) return;
      const whole = this.bodyBytes === 0 && part.length - at >= this.header.length;
      if (whole) {
        const body = part.subarray(at, at + this.header.length);
        at += body.length;
        this.finish(body, onPacket);
      } else {
        at += this.readBody(part, at);
        if (this.isComplete) this.finish(this.body, onPacket);
      }
    }
  }

  private get isComplete(): boolean {
    return this.header !== undefined && this.bodyBytes === this.header.length;
  }

  private readHead(part: Buffer, at: number): number {
    const taken = part.copy(this.head, this.headBytes, at, at + HEADER_BYTES - this.headBytes);
    this.headBytes += taken;
    if (this.headBytes < HEADER_BYTES) return taken;
    const header = { length: this.head.readUInt32BE(0), kind: this.head.readUInt8(4), id: this.head.readUInt32BE(5) };
    this.admit(header);
    this.header = header;
    return taken;
  }

  private readBody(part: Buffer, at: number): number {
    const length = this.header?.length ?? 0;
    // The system commits a buffer's pages only as they are written.
    if (this.bodyBytes === 0) this.body = Buffer.allocUnsafeSlow(length);
    const taken = part.copy(this.body, this.bodyBytes, at, at + length - this.bodyBytes);
    this.bodyBytes += taken;
    return taken;
  }

  private finish(body: Buffer, onPacket: (packet: Packet) => void): void {
    const header = this.header as PacketHeader;
    this.header = undefined;
    this.headBytes = 0;
    this.body = NO_BODY;
    this.bodyBytes = 0;
    const refused = whyUnbounded(body);
    onPacket(refused === undefined ? { ...header, body: parse(body) } : { ...header, body: undefined, refused });
  }
}
