import { type CodeHost, caller, findListed, MARK } from './code-host';

interface Note {
  id: number;
  body: string;
  author: { id: number };
}

/** A merge request on GitLab, as a pipeline's environment names it. */
export interface GitlabSettings {
  /** Of the API, with its version. */
  origin: string;
  project: string;
  number: string;
  /** A project's access token: a job's own may write no notes. */
  token: string;
}

const UPLOAD = /\/uploads\/([0-9a-f]{32})\/([\w.-]+)/g;

/** Comments on a merge request. Pictures are uploads of the project. */
export function gitlab({ origin, project, number, token }: GitlabSettings): CodeHost {
  const call = caller(origin, { 'private-token': token });
  const home = `/projects/${encodeURIComponent(project)}`;
  const notes = `${home}/merge_requests/${number}/notes`;

  const ours = async () => {
    const { id: me } = (await call('GET', '/user')) as { id: number };
    return findListed<Note>(call, notes, ({ body, author }) => body.startsWith(MARK) && author.id === me);
  };

  return {
    of: `${new URL(origin).host}/${project} ${number}`,
    hasComment: async () => (await ours()) !== undefined,
    async keepPictures(pictures) {
      const earlier = (await ours())?.body ?? '';
      for (const [, secret, name] of earlier.matchAll(UPLOAD))
        await call('DELETE', `${home}/uploads/${secret}/${name}`);
      const kept = new Map<string, string>();
      for (const { name, bytes } of pictures) {
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
        kept.set(name, ((await call('POST', `${home}/uploads`, form)) as { url: string }).url);
      }
      return kept;
    },
    async comment(text) {
      const body = `${MARK}\n${text}`;
      const earlier = await ours();
      if (earlier) await call('PUT', `${notes}/${earlier.id}`, { body });
      else await call('POST', notes, { body });
    },
  };
}
