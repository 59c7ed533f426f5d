import * as z from 'zod';
import { messageOf, ProviderError } from '../../errors';

const LARGEST_ANSWER = 1024 * 1024;

/** Nothing can have been done when the request was never taken. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What a request that got no whole answer ends in. */
export const unreachable = (error: unknown): ProviderError => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  // A time-out has a number for a code, which says nothing to a person.
  const { code: named } = cause as { code?: unknown };
  const code = typeof named === 'string' ? named : '';
  const outcome = NOT_REACHED.has(code) ? 'refused' : 'uncertain';
  return new ProviderError(`The payment provider did not answer (${code || messageOf(error)}).`, outcome, {
    cause: error,
  });
};

/** The text of an answer. @throws Error when it is larger than the provider's can be */
export const readAnswer = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new Error('its answer is too large');
  }
  return text;
};

/** Why the provider refused, in its own words. */
export const reasonOf = (body: string): string => {
  try {
    const parsed = z.object({ error: z.object({ description: z.string() }) }).safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.error.description.slice(0, 200) : 'no reason given';
  } catch {
    return 'no reason given';
  }
};
