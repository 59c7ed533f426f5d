import type { LoadContext } from 'site/remote';

/** The blog host could not be reached, or answered with something that is not an answer. */
export class BlogRequestError extends Error {
  override name = 'BlogRequestError';

  constructor(
    message: string,
    /** HTTP status of the answer, when there was one. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The host understood and has nothing for this question: asking again is of no use. */
  get refused(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }
}

/**
 * One GET of the blog host.
 * @returns the parsed JSON, not yet checked
 * @throws BlogRequestError when there is no answer, no JSON, or a status outside 200–299
 */
export async function requestBlog(
  { config, fetch, signal }: Pick<LoadContext, 'config' | 'fetch' | 'signal'>,
  script: 'api_blog_list.php' | 'api_blog_show.php',
  query: Record<string, string>,
): Promise<unknown> {
  const address = `${config.hosts.blog}/formdata/${script}?${new URLSearchParams(query)}`;
  let response: Response;
  try {
    response = await fetch(address, { signal, headers: { Accept: 'application/json' } });
  } catch (cause) {
    throw new BlogRequestError(`The blog host did not answer ${script}.`, undefined, { cause });
  }
  if (!response.ok) throw new BlogRequestError(`The blog host answered ${response.status}.`, response.status);
  try {
    return await response.json();
  } catch (cause) {
    throw new BlogRequestError('The blog host answered something that is not JSON.', response.status, { cause });
  }
}
