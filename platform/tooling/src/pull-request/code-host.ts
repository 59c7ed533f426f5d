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
type Call = (method: string, path: string, body?: object) => Promise<unknown>;

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

interface Comment {
  id: number;
  body: string;
  user: { type: string };
}

interface Made {
  sha: string;
}

/** A pull request on GitHub, as a workflow's environment names it. */
interface GithubSettings {
  /** Of the API. */
  origin: string;
  /** Of its pages. */
  pages: string;
  repository: string;
  number: string;
  token: string;
}

/**
 * Comments on a pull request. Pictures are files of a commit without parents, below `refs/previews/`: whoever may read the
 * repository sees them. No branch holds them, and they are gone with the reference.
 */
export function github({ origin, pages, repository, number, token }: GithubSettings): CodeHost {
  const call = caller(origin, {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  });
  const of = `${new URL(pages).host}/${repository} ${number}`;
  const repo = `/repos/${repository}`;
  const reference = `previews/${number}`;
  // Anybody may begin a comment like ours; no person's is ours.
  const ours = () =>
    findListed<Comment>(
      call,
      `${repo}/issues/${number}/comments`,
      ({ body, user }) => body.startsWith(MARK) && user.type === 'Bot',
    );
  const made = async (kind: string, body: object) => ((await call('POST', `${repo}/git/${kind}`, body)) as Made).sha;
  const hasReference = async () => {
    const found = (await call('GET', `${repo}/git/matching-refs/${reference}`)) as { ref: string }[];
    return found.some(({ ref }) => ref === `refs/${reference}`);
  };

  async function commit(pictures: readonly Picture[]): Promise<string> {
    const tree = [];
    for (const { name, bytes } of pictures) {
      const sha = await made('blobs', { content: bytes.toString('base64'), encoding: 'base64' });
      tree.push({ path: name, mode: '100644', type: 'blob', sha });
    }
    const message = `Pictures of the preview of #${number}`;
    return made('commits', { message, tree: await made('trees', { tree }), parents: [] });
  }

  return {
    of,
    hasComment: async () => (await ours()) !== undefined,
    async keepPictures(pictures) {
      const isThere = await hasReference();
      if (pictures.length === 0) {
        if (isThere) await call('DELETE', `${repo}/git/refs/${reference}`);
        return new Map();
      }
      const sha = await commit(pictures);
      if (isThere) await call('PATCH', `${repo}/git/refs/${reference}`, { sha, force: true });
      else await call('POST', `${repo}/git/refs`, { ref: `refs/${reference}`, sha });
      return new Map(pictures.map(({ name }) => [name, `${pages}/${repository}/blob/${sha}/${name}?raw=true`]));
    },
    async comment(text) {
      const body = `${MARK}\n${text}`;
      const earlier = await ours();
      if (earlier) await call('PATCH', `${repo}/issues/comments/${earlier.id}`, { body });
      else await call('POST', `${repo}/issues/${number}/comments`, { body });
    },
  };
}
