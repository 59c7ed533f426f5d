/** A call of the frame that was refused. The message is for the customer. */
export class CallError extends Error {
  override name = 'CallError';
  /** Name of the input at fault. */
  readonly field: string | undefined;

  constructor(message: string, field?: string, cause?: unknown) {
    super(message, { cause });
    this.field = field;
  }
}

interface Refusal {
  error?: { description?: string; field?: string };
}

/**
 * Posts to the sandbox that served the frame.
 * @throws CallError in words for the customer
 */
export async function call<T>(path: string, body: unknown): Promise<T> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T & Refusal;
    if (response.ok) return answer;
    throw new CallError(answer.error?.description ?? 'The payment could not be made.', answer.error?.field);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError('The payment sandbox cannot be reached. Please try again.', undefined, error);
  }
}
