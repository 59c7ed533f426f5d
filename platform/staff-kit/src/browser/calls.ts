import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** A call that was refused. The message is for the person. `statusCode` is what refine reads. */
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

/** Of the service, for people: its page comes with it as its title. */
export const SERVICE = document.title;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const TIMEOUT_MS = 30_000;
/** For files, in both directions: a long list, a picture from a phone. */
const FILE_TIMEOUT_MS = 5 * 60_000;
/** What is asked for this long after a key or a touch is the person's doing; the rest keeps no session alive. */
const ACTIVE_MS = 60_000;

/** Who types for longer than this asks for nothing meanwhile, and is not at rest: their session is told so, and nobody waits for it. */
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

/** @param isOver whether the session ended @returns whether they said so */
type AskWho = (isOver: boolean) => Promise<boolean>;

/** The token of the session, for every change, whose it is, how it is read again, and how that person is asked again who they are. */
export const session: { csrf: string; person?: string; readAgain?(): Promise<unknown>; askWho?: AskWho } = { csrf: '' };

const mustSayWho = ({ statusCode, code }: ApiError): boolean => statusCode === 428 || code === 'sign-in-again';
const isOver = ({ code }: ApiError): boolean => code === 'sign-in';
/** The browser has another session than the page knows of: somebody signed in beside it, in a window that hides nothing. */
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
  // What somebody types stays where it is: they sign in beside it when they send it.
  if (answer.code === 'sign-in' && method === 'GET' && !document.querySelector('dialog[open]'))
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  throw new ApiError(response.status, answer.message ?? `${the(SERVICE)} answered ${response.status}.`, answer.code);
}

/** Calls; where the server wants to know again who calls, the person is asked, and the call is made once more: for nobody else. */
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

/** What a call answers, as JSON. @throws ApiError with a sentence for the person */
export const json = async <T>(method: Method, path: string, body?: unknown): Promise<T> =>
  (await (await call(method, path, body)).json().catch(unheard)) as T;

/** What a GET answers, asked for again as react-query does. @param key by which it is asked for again after a change */
export const useGet = <T>(
  key: QueryKey,
  path: string,
  options: Pick<UseQueryOptions<T>, 'enabled' | 'placeholderData' | 'staleTime'> = {},
) => useQuery<T>({ ...options, queryKey: key, queryFn: () => json<T>('GET', path) });

/** Changes something. What is under way is not begun again: two presses may be faster than what shows the first. */
export function useOnce<Answer, Given = void>(options: UseMutationOptions<Answer, Error, Given>) {
  const underWay = useRef(new Set<string | undefined>());
  const onSettled = (_answer: unknown, _error: unknown, given: Given) =>
    void underWay.current.delete(JSON.stringify(given));
  // What is pressed without a line fails at once: by default it is sent when the line is back, though it was cancelled by then.
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

/** Safari, and Firefox at times, read a file after the click that saves it; FileSaver.js waits as long. */
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

/** The server ends streams now and then; what starts again within this was not lost. */
const GRACE_MS = 5_000;
/** After an answer that is no stream. */
const AGAIN_MS = 3_000;

/**
 * Follows what the service sends, also after its server or the network was away.
 * @param on takes the data of events, by their name
 * @param onHeard says whether the service is heard
 * @returns what ends it
 */
export function followEvents(
  path: string,
  on: Readonly<Record<string, (data: string) => void>>,
  onHeard: (isHeard: boolean) => void,
): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;
  const hear = (): void => {
    clearTimeout(lost);
    lost = undefined;
    onHeard(true);
  };
  const begin = (): void => {
    source = new EventSource(path);
    source.addEventListener('open', hear);
    for (const [name, take] of Object.entries(on)) source.addEventListener(name, ({ data }) => take(data));
    source.addEventListener('error', () => {
      lost ??= setTimeout(() => onHeard(false), GRACE_MS);
      // A browser gives up for good where the answer was an error.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(begin, AGAIN_MS);
    });
  };
  begin();
  return () => {
    clearTimeout(again);
    clearTimeout(lost);
    source.close();
  };
}
