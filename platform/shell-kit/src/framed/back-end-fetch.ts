import { FRAMED_LIMITS, type FrameFetched, type FrameMessage } from '@wholepage/contracts/framed';

const PATIENCE_MS = 10_000;
const PASSED_HEADERS = ['accept', 'content-type'];
const ANSWERED_HEADERS = ['content-type', 'retry-after'];

/** Reads no further than a frame may have: what the back end of a remote sends must not fill the page's memory. */
async function boundedText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length <= FRAMED_LIMITS.answerChars) continue;
    void reader?.cancel();
    throw new Error('The answer is longer than a frame may have.');
  }
  return text + decoder.decode();
}

type Asked = Extract<FrameMessage, { kind: 'fetch' }>;

/**
 * Fetches for a framed remote from its own back end, without the visitor's cookies.
 * @throws Error that says why not
 */
export async function fetchFromBackEnd(app: string, { path, method, headers, body }: Asked): Promise<FrameFetched> {
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin || !url.pathname.startsWith(`/api/${app}/`)) {
    throw new Error(`A framed remote reads from /api/${app}/ only, not from ${path}.`);
  }
  const passed = Object.entries(headers).filter(
    ([name, value]) => PASSED_HEADERS.includes(name.toLowerCase()) && typeof value === 'string',
  );
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(passed),
    body,
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await boundedText(response);
  const answered = ANSWERED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(answered), body: text };
}
