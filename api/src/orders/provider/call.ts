import type { z } from 'zod';
import { ProviderError } from '../../errors';
import type { Config } from '../../settings/config';
import { readAnswer, reasonOf, unreachable } from './answer';

/** A request to the provider, by POST when it has a body. @throws ProviderError also when the answer does not fit */
export type ProviderCall = <T extends z.ZodType>(schema: T, path: string, body?: unknown) => Promise<z.output<T>>;

/** @param payment origin, keys and time-out; each call ends within the time-out, its answer included */
export function createCall(payment: Config['payment']): ProviderCall {
  const authorization = `Basic ${Buffer.from(`${payment.keyId}:${payment.keySecret}`).toString('base64')}`;
  return async (schema, path, body) => {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${payment.origin}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(payment.timeoutMs),
      });
      status = response.status;
      text = await readAnswer(response);
    } catch (error) {
      throw unreachable(error);
    }
    if (status >= 400) {
      const outcome = status < 500 && status !== 408 && status !== 429 ? 'refused' : 'uncertain';
      throw new ProviderError(`The payment provider answered ${status} (${reasonOf(text)}).`, outcome);
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new ProviderError('The payment provider answered something that is not its wire form.', 'uncertain', {
        cause: error,
      });
    }
  };
}
