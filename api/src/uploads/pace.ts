import type { IncomingMessage } from 'node:http';

type Body = Pick<IncomingMessage, 'complete' | 'isPaused'> & { socket: { bytesRead: number } };

/** Measures how fast a body arrives. Time in which the body waits for the server does not count. */
export class PaceMeter {
  private readonly bytesOfLooks: number[] = [];
  private before: number;

  /** @param looks how many looks, one each interval, the pace is measured over */
  constructor(
    private readonly body: Body,
    private readonly looks: number,
  ) {
    this.before = body.socket.bytesRead;
  }

  /** Takes one measurement. */
  look(): void {
    const { bytesRead } = this.body.socket;
    const bytes = bytesRead - this.before;
    this.before = bytesRead;
    if (this.body.complete || this.body.isPaused()) return;
    this.bytesOfLooks.push(bytes);
    if (this.bytesOfLooks.length > this.looks) this.bytesOfLooks.shift();
  }

  /** Bytes in a look, on average; undefined while there were too few looks, and once the body is whole. */
  get bytesPerLook(): number | undefined {
    if (this.body.complete || this.bytesOfLooks.length < this.looks) return undefined;
    return this.bytesOfLooks.reduce((sum, bytes) => sum + bytes, 0) / this.looks;
  }
}
