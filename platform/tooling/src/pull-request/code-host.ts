/** A picture of a page, as JPEG. */
export interface Picture {
  /** Name of its file. */
  name: string;
  bytes: Buffer;
}

/** Where a pull request is discussed. */
export interface CodeHost {
  /** Names the pull request, among those of all hosts. */
  readonly of: string;
  /** Keeps pictures in place of earlier ones; none removes them. @returns addresses by name, which a comment can show */
  keepPictures(pictures: readonly Picture[]): Promise<Map<string, string>>;
  /** Writes the one comment of ours, or replaces its text. */
  comment(text: string): Promise<void>;
  /** Whether there is a comment of ours. */
  hasComment(): Promise<boolean>;
}

/** First line of our comment: readers do not see it. */
export const MARK = '<!-- preview of this change -->';

const PAGE = 100;
const MOST_PAGES = 20;
const TIMEOUT_MS = 30_000;

/** A call of a host's API. @returns what it answers as JSON @throws Error in one sentence when it refuses */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** @param origin where its API is @param headers who calls */
export const caller =
  (origin: string, headers: Record<string, string>): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(origin + path, {
      method,
      headers: body && !isForm ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return text ? JSON.parse(text) : undefined;
  };

/** The first that fits in a list that comes in pages. */
export async function findListed<Item>(
  call: Call,
  path: string,
  fits: (item: Item) => boolean,
): Promise<Item | undefined> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const items = (await call('GET', `${path}?per_page=${PAGE}&page=${page}`)) as Item[];
    const found = items.find(fits);
    if (found || items.length < PAGE) return found;
  }
  return undefined;
}
