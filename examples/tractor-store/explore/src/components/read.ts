/** The remote's own back end cannot be read. */
class ExploreApiError extends Error {
  override name = 'ExploreApiError';
}

/** Reads from the remote's own back end. @returns undefined for what is not there @throws ExploreApiError */
export async function read<T>(
  fetch: typeof globalThis.fetch,
  path: string,
  signal: AbortSignal,
): Promise<T | undefined> {
  const answer = await fetch(`/api/explore${path}`, { signal });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new ExploreApiError(`${path} was answered with ${answer.status}.`);
  return (await answer.json()) as T;
}
