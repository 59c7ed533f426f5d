/** A call that was refused. The message is for the person. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20_000;
/** What is asked for this long after a key or a touch is the person's doing; the rest keeps no session alive. */
const ACTIVE_MS = 60_000;

let touchedAt = Date.now();
for (const event of ['pointerdown', 'keydown'] as const)
  addEventListener(event, () => {
    touchedAt = Date.now();
  });

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const isActive = Date.now() - touchedAt < ACTIVE_MS;
  const headers = { accept: 'application/json', ...(!isActive && { 'x-background': '1' }), ...init.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { ...init, headers, signal }).catch(() => {
    throw new ApiError(0, 'The console does not answer. What you see may be out of date.', undefined);
  });
  const answer = (await response.json().catch(() => ({}))) as T & { message?: string; code?: string };
  if (response.ok) return answer;
  if (answer.code === 'sign-in') location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  throw new ApiError(response.status, answer.message ?? `The console answered ${response.status}.`, answer.code);
}

export const get = <T>(path: string): Promise<T> => call<T>(path, {});

/** @param csrf the token of the session */
export const post = <T>(path: string, body: unknown, csrf: string): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(body),
  });
