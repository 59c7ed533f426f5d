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

/** Counts messages by the second. @returns whether this one is within the limit */
export function messageLimit(now: () => number = () => performance.now()): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      count = 0;
    }
    count += 1;
    return count <= FRAMED_LIMITS.messagesPerSecond;
  };
}
