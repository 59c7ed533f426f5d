import { FRAMED_LIMITS, type FrameMessage } from '@wholepage/contracts/framed';

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const METHODS = new Set(['GET', 'HEAD', 'POST']);

type Fields = Record<string, unknown>;

/** Of each kind, what its fields must be. */
const FITS: Record<string, (fields: Fields) => boolean> = {
  mounted: () => true,
  failed: ({ phase }) => phase === 'mount' || phase === 'runtime',
  height: ({ px }) => typeof px === 'number' && Number.isFinite(px),
  navigate: ({ path }) => isText(path, 2_048),
  head: ({ head }) => isRecord(head) && isText(head.title, 300),
  toast: ({ text }) => isText(text, 300),
  site: ({ name }) => isText(name, 40),
  publish: ({ name }) => isText(name, 120),
  subscribe: ({ name }) => isText(name, 120),
  alert: ({ id, text }) => isId(id) && isText(text, 500),
  fetch: ({ id, path, method, headers, body }) =>
    isId(id) &&
    isText(path, 2_048) &&
    METHODS.has(String(method)) &&
    isRecord(headers) &&
    (body === null || isText(body, FRAMED_LIMITS.messageChars)),
};

const isShort = (data: unknown): boolean => {
  try {
    return JSON.stringify(data).length <= FRAMED_LIMITS.messageChars;
  } catch {
    return false;
  }
};

/** @returns undefined for what no frame may say: other kinds, other fields, too much of it */
export function readMessage(data: unknown): FrameMessage | undefined {
  if (!isRecord(data) || typeof data.kind !== 'string' || !Object.hasOwn(FITS, data.kind)) return undefined;
  return isShort(data) && FITS[data.kind]?.(data) ? (data as FrameMessage) : undefined;
}

/**
 * Bounds by the second what a frame's messages cost the page. What is over the limit is dropped unread; a flood calls
 * `onFlood`.
 * @returns what reads one message within the bounds
 */
export function messageMeter(
  onFlood: () => void,
  now: () => number = () => performance.now(),
): (read: () => void) => void {
  let second = 0;
  let count = 0;
  let busyMs = 0;
  return (read) => {
    const began = now();
    if (Math.floor(began / 1_000) !== second) [second, count, busyMs] = [Math.floor(began / 1_000), 0, 0];
    count += 1;
    if (count <= FRAMED_LIMITS.messagesPerSecond) read();
    busyMs += now() - began;
    if (count > FRAMED_LIMITS.floodMessages || busyMs > FRAMED_LIMITS.floodMs) onFlood();
  };
}
