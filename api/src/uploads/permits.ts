import type { IncomingMessage } from 'node:http';
import { RefusedError } from '../errors';
import { groupOf } from '../limiter/limiter';

/** Limits of concurrent uploads: connections that trickle just above the least pace must not block all others. */
export const UPLOAD_PERMITS = {
  /** Uploads read concurrently; each costs memory. */
  permits: 40,
  /** Most of them for one network. */
  perGroup: 6,
  /** Most uploads of one network, waiting ones included. */
  mostOfGroup: 12,
  /** Most waiting uploads. */
  longestQueue: 1000,
  /** Bytes per second below which an upload is aborted. */
  leastPace: 4096,
  /** Bytes per second below which an upload gives way to a network without a permit. */
  busyPace: 256 * 1024,
  lookEveryMs: 1000,
  /** Intervals over which a pace is measured: the time for an upload to reach its speed. */
  looks: 6,
};

interface Upload {
  group: string;
  meter: PaceMeter | undefined;
  begin(): void;
  end(reason: RefusedError): void;
}

export type UploadPermits = ReturnType<typeof uploadPermits>;

const tooSlow = () => new RefusedError(408, 'This took too long to arrive. Please send it again.');
const tooMany = () =>
  new RefusedError(429, 'Several files of yours are arriving already. Please wait until they are here.', 30);
const busy = () => new RefusedError(503, 'Many files are arriving at this moment. Please try again in a minute.', 60);

/** Shares upload permits among networks. */
export function uploadPermits(options = UPLOAD_PERMITS) {
  const { permits, perGroup, mostOfGroup, longestQueue, leastPace, busyPace, lookEveryMs, looks } = options;
  const running = new Set<Upload>();
  const waiting = new Set<Upload>();
  /** Received completely, and being inspected. */
  const arrived = new Set<Upload>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const countOf = (uploads: Set<Upload>, group: string): number =>
    [...uploads].filter((upload) => upload.group === group).length;

  /** Returns the first waiting upload of a network with the fewest permits. */
  const next = (): Upload | undefined => {
    let best: { upload: Upload; held: number } | undefined;
    for (const upload of waiting) {
      const held = countOf(running, upload.group);
      if (held < perGroup && (!best || held < best.held)) best = { upload, held };
      if (best?.held === 0) break;
    }
    return best?.upload;
  };
  const fill = (): void => {
    while (running.size < permits) {
      const upload = next();
      if (!upload) return;
      waiting.delete(upload);
      running.add(upload);
      upload.begin();
    }
  };

  const look = (): void => {
    const slowest: { upload: Upload; pace: number }[] = [];
    for (const upload of running) {
      upload.meter?.look();
      const bytes = upload.meter?.bytesPerLook;
      if (bytes !== undefined) slowest.push({ upload, pace: (bytes * 1000) / lookEveryMs });
    }
    slowest.sort((one, other) => one.pace - other.pace);
    const held = new Map<string, number>();
    for (const { group } of running) held.set(group, (held.get(group) ?? 0) + 1);
    let wanted = new Set([...waiting].flatMap(({ group }) => (held.has(group) ? [] : group))).size;
    for (const { upload, pace } of slowest) {
      // A network with several permits gives way at any pace to one without.
      const mates = held.get(upload.group) ?? 0;
      const givesWay = wanted > 0 && running.size >= permits && (pace < busyPace || mates > 1);
      if (pace >= leastPace && !givesWay) continue;
      wanted -= 1;
      held.set(upload.group, mates - 1);
      upload.end(tooSlow());
    }
  };

  const leave = (upload: Upload): void => {
    running.delete(upload);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    fill();
  };

  const turn = (upload: Upload, body: IncomingMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      const gone = () => {
        waiting.delete(upload);
        reject(tooSlow());
      };
      body.once('close', gone);
      upload.begin = () => {
        body.off('close', gone);
        upload.meter = new PaceMeter(body, looks);
        // The permit ends with the body: decoding has its own queue.
        body.once('end', () => {
          if (!running.has(upload)) return;
          arrived.add(upload);
          leave(upload);
        });
        resolve();
      };
      waiting.add(upload);
      fill();
    });

  return {
    /**
     * Runs work that reads a body once it has a permit. `signal` aborts when the body is too slow; the work then has to settle.
     * @throws RefusedError 429 when its network has too many uploads, 503 when too many wait
     */
    hold: async <T>(address: string, body: IncomingMessage, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const group = groupOf(address);
      const all = [running, waiting, arrived].map((uploads) => countOf(uploads, group));
      if (all.reduce((sum, each) => sum + each) >= mostOfGroup) throw tooMany();
      if (running.size >= permits && waiting.size >= longestQueue) throw busy();
      const abort = new AbortController();
      const upload: Upload = { group, meter: undefined, begin: () => undefined, end: (reason) => abort.abort(reason) };
      await turn(upload, body);
      timer ??= setInterval(look, lookEveryMs).unref();
      try {
        return await work(abort.signal);
      } finally {
        arrived.delete(upload);
        leave(upload);
      }
    },
  };
}

type Body = Pick<IncomingMessage, 'complete' | 'isPaused'> & { socket: { bytesRead: number } };

/** Measures a body's pace, without the time in which it waits for the server. */
class PaceMeter {
  private readonly bytesOfLooks: number[] = [];
  private before: number;

  /** @param looks intervals over which the pace is measured */
  constructor(
    private readonly body: Body,
    private readonly looks: number,
  ) {
    this.before = body.socket.bytesRead;
  }

  look(): void {
    const { bytesRead } = this.body.socket;
    const bytes = bytesRead - this.before;
    this.before = bytesRead;
    if (this.body.complete || this.body.isPaused()) return;
    this.bytesOfLooks.push(bytes);
    if (this.bytesOfLooks.length > this.looks) this.bytesOfLooks.shift();
  }

  /** Average bytes an interval; undefined for too few intervals, and once the body is complete. */
  get bytesPerLook(): number | undefined {
    if (this.body.complete || this.bytesOfLooks.length < this.looks) return undefined;
    return this.bytesOfLooks.reduce((sum, bytes) => sum + bytes, 0) / this.looks;
  }
}
