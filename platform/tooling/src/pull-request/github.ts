import { type CodeHost, caller, findListed, MARK, type Picture } from './code-host';

interface Comment {
  id: number;
  body: string;
  user: { type: string };
}

interface Made {
  sha: string;
}

/** A pull request on GitHub, as a workflow's environment names it. */
export interface GithubSettings {
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
