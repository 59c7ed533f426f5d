import { plain } from './sentences';

const TIMEOUT_MS = 5_000;

/** Why a chat's incoming hook did not take a text, and whether that is certain. */
export interface HookTrouble {
  why: string;
  isRefused: boolean;
}

/** Posts `{ "text": … }`. @returns undefined when the chat took it */
export async function postToHook(url: string, text: string): Promise<HookTrouble | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : { why: `the chat answered ${answer.status}`, isRefused: true };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    const isRefused = cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND';
    return { why: `the chat cannot be reached (${cause?.code ?? 'no answer'})`, isRefused };
  }
}

/** Sends a message of its own, to see whether the address works. @throws Error that says why it does not */
export async function tryHook(url: string, { by, origin }: { by: string; origin: string }): Promise<void> {
  const trouble = await postToHook(url, `${plain(by)} tries this address for the console. ${origin}/settings`);
  if (trouble) throw new Error(`NOTIFY_URL: ${trouble.why}.`);
}
