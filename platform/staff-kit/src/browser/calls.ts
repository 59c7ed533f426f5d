import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** A failed call. The message is for the person. refine reads `statusCode`; 0: no answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly statusCode: number,
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** The service's name for people, which the server sends as the page's title. */
export const SERVICE = document.title;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const TIMEOUT_MS = 30_000;
/** Timeout of up- and downloads: a long list, a picture from a phone. */
const FILE_TIMEOUT_MS = 5 * 60_000;
/** Requests within this time after a key or a touch count as the person's. Later ones keep no session alive. */
const ACTIVE_MS = 60_000;

/** Typing sends no requests. After this time without one, the next key or touch sends one, which keeps the session alive. */
const TYPING_MS = 10 * 60_000;

let touchedAt = Date.now();
let calledAt = Date.now();
for (const event of ['pointerdown', 'keydown'] as const)
  addEventListener(event, () => {
    touchedAt = Date.now();
    if (touchedAt - calledAt < TYPING_MS) return;
    calledAt = touchedAt;
    fetch('/sign-in/me').catch(() => undefined);
  });

/** @param isOver true when the session has ended @returns true once the person has confirmed who they are */
type AskWho = (isOver: boolean) => Promise<boolean>;

/** The session: its token for changes, its person, how it is read again, and how the person is asked again who they are. */
export const session: { csrf: string; person?: string; readAgain?(): Promise<unknown>; askWho?: AskWho } = { csrf: '' };

const mustSayWho = ({ statusCode, code }: ApiError): boolean => statusCode === 428 || code === 'sign-in-again';
const isOver = ({ code }: ApiError): boolean => code === 'sign-in';
/** True when the browser has another session than the page knows: somebody signed in in another window. */
const isOther = ({ code }: ApiError): boolean => code === 'other-session';

const the = (service: string): string => `The ${service.toLowerCase()}`;

const unheard = (): never => {
  throw new ApiError(0, `${the(SERVICE)} does not answer. What you typed is still here; try again.`, undefined);
};

async function once(method: Method, path: string, body: unknown, timeout: number): Promise<Response> {
  const isBytes = body instanceof Blob;
  const isBackground = Date.now() - touchedAt > ACTIVE_MS;
  if (!isBackground) calledAt = Date.now();
  const headers = {
    accept: 'application/json',
    'x-csrf-token': session.csrf,
    ...(isBackground && { 'x-background': '1' }),
    ...(body !== undefined && { 'content-type': isBytes ? body.type : 'application/json' }),
  };
  const init = { method, headers, ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }) };
  const signal = AbortSignal.timeout(isBytes ? FILE_TIMEOUT_MS : timeout);
  const response = await fetch(path, { ...init, signal }).catch(unheard);
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  // Typed text stays on the page: the person signs in beside it when they send it.
  if (answer.code === 'sign-in' && method === 'GET' && !document.querySelector('dialog[open]'))
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  throw new ApiError(response.status, answer.message ?? `${the(SERVICE)} answered ${response.status}.`, answer.code);
}

/** Calls the server. Where it asks again who calls, the person confirms, and the call is repeated once: for that person only. */
async function call(method: Method, path: string, body?: unknown, timeout = TIMEOUT_MS): Promise<Response> {
  const asker = session.person;
  const isAskers = () => session.person === asker;
  try {
    return await once(method, path, body, timeout);
  } catch (error) {
    if (!(error instanceof ApiError) || !isAskers()) throw error;
    if (isOther(error)) await session.readAgain?.();
    else if (!mustSayWho(error) && (method === 'GET' || !isOver(error))) throw error;
    else if (!(await session.askWho?.(isOver(error)))) throw error;
    if (!isAskers()) throw error;
    return once(method, path, body, timeout);
  }
}

/** Returns a call's answer, read as JSON. @throws ApiError with a sentence for the person */
export const json = async <T>(method: Method, path: string, body?: unknown): Promise<T> =>
  (await (await call(method, path, body)).json().catch(unheard)) as T;

/** Queries a GET through react-query. @param key the query's key, which changes invalidate */
export const useGet = <T>(
  key: QueryKey,
  path: string,
  options: Pick<UseQueryOptions<T>, 'enabled' | 'placeholderData' | 'staleTime'> = {},
) => useQuery<T>({ ...options, queryKey: key, queryFn: () => json<T>('GET', path) });

/** A mutation that ignores a call with the same argument while the first runs: a second press may come before the first shows. */
export function useOnce<Answer, Given = void>(options: UseMutationOptions<Answer, Error, Given>) {
  const underWay = useRef(new Set<string | undefined>());
  const onSettled = (_answer: unknown, _error: unknown, given: Given) =>
    void underWay.current.delete(JSON.stringify(given));
  // Offline, a mutation fails at once. By default it would be sent when the line is back, though it was cancelled by then.
  const mutation = useMutation({ networkMode: 'always', ...options, onSettled });
  const { mutate } = mutation;
  const once = useCallback<typeof mutate>(
    (...sent) => {
      const key = JSON.stringify(sent[0]);
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      mutate(...sent);
    },
    [mutate],
  );
  return { ...mutation, mutate: once };
}

/** Safari, and Firefox at times, read a blob after the click that saves it; FileSaver.js waits as long. */
const READ_MS = 40_000;

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

export const download = async (method: Method, path: string, name: string, body?: unknown): Promise<void> =>
  saveFile(name, await (await call(method, path, body, FILE_TIMEOUT_MS)).blob().catch(unheard));

/** The server ends streams now and then. A stream that reopens within this time was not lost. */
const GRACE_MS = 5_000;
/** The first and the longest pause before a retry when an error answered the stream. Each doubles the one before. */
const [AGAIN_MS, LONGEST_MS] = [3_000, 60_000];

/**
 * Listens to the service's event stream, and reconnects after its server or the network was away.
 * @param on listeners for the events' data, by event name
 * @param onHeard called with true when the stream opens, and with false when it is lost
 * @returns closes the stream
 */
export function followEvents(
  path: string,
  on: Readonly<Record<string, (data: string) => void>>,
  onHeard: (isHeard: boolean) => void,
): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;
  let pause = AGAIN_MS;
  const hear = (): void => {
    clearTimeout(lost);
    lost = undefined;
    pause = AGAIN_MS;
    onHeard(true);
  };
  const begin = (): void => {
    source = new EventSource(path);
    source.addEventListener('open', hear);
    for (const [name, take] of Object.entries(on)) source.addEventListener(name, ({ data }) => take(data));
    source.addEventListener('error', () => {
      lost ??= setTimeout(() => onHeard(false), GRACE_MS);
      // A browser never reconnects after an error status.
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(begin, pause);
      pause = Math.min(pause * 2, LONGEST_MS);
    });
  };
  begin();
  return () => {
    clearTimeout(again);
    clearTimeout(lost);
    source.close();
  };
}
