import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { findManifest } from '@wholepage/releases/manifest';
import {
  createPreview,
  firstPage,
  LONGEST_PREVIEW_MS,
  MOST_APPS,
  previewIdOf,
  withdrawPreview,
} from '@wholepage/releases/preview/preview';
import { environmentTrust, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { WIDTHS } from '../gate/page';
import { resultLines, summary, verifyRelease } from '../gate/run-gate';
import { packageDir, ROOT, workspaceApps } from '../paths';
import { previewAddress } from '../release/previews';
import { publishSources } from '../release/steps';
import { UsageError } from '../run/command';
import { launchChrome } from '../run/find-program';
import { siteOrigin } from '../site/definition';

/** The most pixels of a page's height in a picture; the rest is cut. */
const HEIGHT = 2_400;

/** The preview's bar, which would cover the page. A notice that there is no preview stays. */
const BAR = 'aside[aria-label="Preview"]:has(details)';

const pictureName = (name: string, width: number): string => `${name}-${width}.jpg`;

export interface ChangeTools {
  host: CodeHost;
  place: string;
  trust: Trust;
  /** Builds and publishes an app. @returns its version */
  publish(app: AppName): Promise<string>;
  gate(app: AppName, version: string): Promise<GateResult>;
  takePictures(pages: readonly Wanted[]): Promise<Picture[]>;
}

/** Ends the preview of a pull request, if it has one. @param why a sentence for its comment */
export async function endPreview({ host, place, trust }: ChangeTools, why: string): Promise<void> {
  await withdrawPreview(place, previewIdOf(host.of, trust), trust).catch((error: { refusal?: string }) => {
    if (error.refusal !== 'not-found') throw error;
  });
  console.log(why);
  const earlier = await host.ours();
  if (!earlier) return;
  await host.keepPictures([]);
  await host.write(`${MARK}\n${why}`, earlier);
}

/** Shows a pull request's changes to these apps: one preview and one comment for all its pushes. */
export async function showPreview(tools: ChangeTools, apps: readonly AppName[]): Promise<void> {
  const { host, place, trust } = tools;
  if (apps.length === 0) return endPreview(tools, 'This change touches no app: there is nothing to preview.');
  if (apps.length > MOST_APPS)
    return endPreview(tools, `This change touches ${apps.length} apps, and a preview shows at most ${MOST_APPS}.`);
  const releases: Record<string, string> = {};
  for (const app of apps) releases[app] = await tools.publish(app);
  const preview = await createPreview(place, releases, { of: host.of, lastsMs: LONGEST_PREVIEW_MS, trust });
  const { id, until } = preview;
  const store = openWritableStore(place, trust);
  const address = await previewAddress(store, preview);
  const gates: GateResult[] = [];
  const pages: { app: string; path: string }[] = [];
  for (const [app, version] of Object.entries(releases)) {
    gates.push(await tools.gate(app, version));
    pages.push({ app, path: firstPage(await findManifest(store, app, version)) });
  }
  const taken = await tools.takePictures(
    pages.flatMap(({ app, path }) => [
      { name: `${app}-before`, url: siteOrigin() + path },
      { name: `${app}-after`, url: `${new URL(address).origin}${path}?preview=${id}` },
    ]),
  );
  const kept = await host.keepPictures(taken);
  const pictures = pages.flatMap(({ app, path }) =>
    WIDTHS.map((width) => {
      const of = (side: 'before' | 'after') => {
        const picture = kept.get(pictureName(`${app}-${side}`, width));
        return picture ? `![${path} at ${width}, ${side}](${picture})` : 'no picture';
      };
      return `| ${path} at ${width} | ${of('before')} | ${of('after')} |`;
    }),
  );
  await host.write(`${MARK}\n${commentText(address, until, gates, pictures)}`, await host.ours());
  console.log(address);
}

/** Apps whose folders differ from the base commit. @param root the workspace's root, which may lie within a larger repository */
export function touchedApps(base: string, root = ROOT): string[] {
  const names = ['diff', '--name-only', '--relative', '-z', `${base}...HEAD`];
  let files: string[];
  try {
    files = execFileSync('git', names, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' }).split('\0');
  } catch {
    throw new UsageError(
      `git finds no way from ${base} to HEAD: name a commit that is here, of a clone with all history.`,
    );
  }
  return workspaceApps().filter((app) => files.some((file) => file.startsWith(`${relative(ROOT, packageDir(app))}/`)));
}

/** The gate's result for a published release; a gate that cannot run is a result, too. */
async function gate(place: string, app: string, version: string): Promise<GateResult> {
  try {
    const results = await verifyRelease({ place, app, version, built: undefined, skip: undefined, say: console.log });
    return { app, version, summary: summary(app, version, results), lines: results.flatMap(resultLines) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { app, version, summary: 'the gate did not end', lines: [why] };
  }
}

/** `wholepage pull-request show BASE`, `close`: the preview and the comment of a pull request, in its pipeline. */
export async function pullRequest([command, base]: readonly string[]): Promise<void> {
  if (command === 'close' ? base !== undefined : command !== 'show' || !base)
    throw new UsageError('Say it so: show BASE, where BASE is the commit that the change starts from; or close.');
  const place = storePlace();
  const tools = {
    host: hostOf(process.env),
    place,
    trust: environmentTrust(),
    publish: (app: string) => publishSources(app, place),
    gate: (app: string, version: string) => gate(place, app, version),
    takePictures,
  };
  if (base) await showPreview(tools, touchedApps(base));
  else await endPreview(tools, 'The request is closed, and its preview has ended.');
}

interface GateResult {
  app: string;
  version: string;
  /** The result in one sentence. */
  summary: string;
  /** Its lines, which contain text of sources and pages, and so of the change's author. */
  lines: readonly string[];
}

const MOST_LETTERS = 6_000;

/** The longest comment in characters: GitHub refuses more than 65,536. */
const MOST_OF_COMMENT = 64_000;

/** Quotes untrusted text, so that it stays text. */
const asText = (lines: readonly string[], most: number): string => {
  const text = lines.join('\n').replaceAll('`', "'");
  return ['```text', text.length > most ? `${text.slice(0, most)} …` : text, '```'].join('\n');
};

/** @param pictures a row for each page and width @param most the gate's characters for each app; default: as many as fit */
const commentText = (
  address: string,
  until: string,
  gates: readonly GateResult[],
  pictures: readonly string[],
  most = Math.min(
    MOST_LETTERS,
    Math.max(0, MOST_OF_COMMENT - commentText(address, until, gates, pictures, 0).length) / gates.length,
  ),
): string =>
  [
    `**[Open the preview](${address})**. It follows each push, and ends with this request, on ${until.slice(0, 10)} at the latest.`,
    '',
    '| app | release | gate |',
    '|---|---|---|',
    ...gates.map(({ app, version, summary }) => `| ${app} | ${version} | ${summary.replace(/[|`<>\n]/g, ' ')} |`),
    '',
    ...gates.flatMap(({ app, lines }) => [
      `<details><summary>What the gate says of ${app}</summary>`,
      '',
      asText(lines, most),
      '',
      '</details>',
      '',
    ]),
    '| page | before | after |',
    '|---|---|---|',
    ...pictures,
  ].join('\n');

interface Wanted {
  name: string;
  url: string;
}

/** Takes a picture of each page at each width; a page that does not answer gets none. */
export async function takePictures(pages: readonly Wanted[]): Promise<Picture[]> {
  await using browser = await launchChrome();
  const taken: Picture[] = [];
  for (const { name, url } of pages)
    for (const width of WIDTHS) {
      await using page = await browser.newPage({ viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' });
      try {
        await page.goto(url, { waitUntil: 'load', timeout: 20_000 });
        await page.locator(BAR).evaluateAll((bars) => {
          for (const bar of bars) bar.remove();
        });
        const bytes = await page.screenshot({ type: 'jpeg', quality: 70 });
        taken.push({ name: pictureName(name, width), bytes });
      } catch (error) {
        console.error(`No picture of ${url} at ${width}: ${error instanceof Error ? error.message : error}`);
      }
    }
  return taken;
}

export interface Picture {
  name: string;
  bytes: Buffer;
}

/** Reads a setting of the pipeline. @throws UsageError when it is missing */
type Need = (name: string) => string;

/** The code host of this pipeline. @throws UsageError with the missing setting */
export function hostOf(env: NodeJS.ProcessEnv): CodeHost {
  const need: Need = (name) => {
    const value = env[name];
    if (value) return value;
    throw new UsageError(`Set ${name}: docs/release.md of the platform says what a pipeline gives.`);
  };
  return env.GITLAB_CI ? gitlab(need) : github(need);
}

interface CodeHost {
  /** The pull request's name, unique among all hosts. */
  readonly of: string;
  /** Replaces the stored pictures; an empty list removes them. @returns addresses by name, which a comment can show */
  keepPictures(pictures: readonly Picture[]): Promise<Map<string, string>>;
  ours(): Promise<Comment | undefined>;
  /** Writes a comment, or replaces an earlier one. */
  write(body: string, earlier?: Comment): Promise<unknown>;
}

interface Comment {
  id: number;
  body: string;
}

/** The first line of this program's comment, which readers do not see. */
const MARK = '<!-- preview of this change -->';

const PAGE = 100;
const MOST_PAGES = 20;
const TIMEOUT_MS = 30_000;

/** Calls a host's API. @returns the answer's JSON @throws Error in one sentence when it refuses */
type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** @param origin the API's origin @param headers the caller's credentials */
const caller =
  (origin: string, headers: Record<string, string>): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(origin + path, {
      method,
      headers: body && !isForm ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} was not answered by ${origin}.`, { cause });
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return text ? JSON.parse(text) : undefined;
  };

/** Finds this program's comment in a list that comes in pages. */
async function findOurs<By>(call: Call, path: string, isByUs: (comment: By) => boolean): Promise<Comment | undefined> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const comments = (await call('GET', `${path}?per_page=${PAGE}&page=${page}`)) as (Comment & By)[];
    const found = comments.find((comment) => comment.body.startsWith(MARK) && isByUs(comment));
    if (found || comments.length < PAGE) return found;
  }
  return undefined;
}

/**
 * Comments on a pull request. Pictures are files of a commit without parents, below `refs/previews/`, for all readers
 * of the repository. They are in no branch, and are gone with the reference.
 */
function github(need: Need): CodeHost {
  const [pages, repository, number] = [need('GITHUB_SERVER_URL'), need('GITHUB_REPOSITORY'), need('PULL_REQUEST')];
  const call = caller(need('GITHUB_API_URL'), {
    authorization: `Bearer ${need('GITHUB_TOKEN')}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  });
  const of = `${new URL(pages).host}/${repository} ${number}`;
  const repo = `/repos/${repository}`;
  const reference = `previews/${number}`;
  // Anybody may begin a comment with this line; only a bot's is this program's.
  const ours = () =>
    findOurs<{ user: { type: string } }>(call, `${repo}/issues/${number}/comments`, ({ user }) => user.type === 'Bot');
  const made = async (kind: string, body: object) =>
    ((await call('POST', `${repo}/git/${kind}`, body)) as { sha: string }).sha;
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
    ours,
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
    write: (body, earlier) =>
      earlier
        ? call('PATCH', `${repo}/issues/comments/${earlier.id}`, { body })
        : call('POST', `${repo}/issues/${number}/comments`, { body }),
  };
}

const UPLOAD = /\/uploads\/([0-9a-f]{32})\/([\w.-]+)/g;

/** Comments on a merge request. Pictures are uploads of the project. */
function gitlab(need: Need): CodeHost {
  const [origin, project, number] = [need('CI_API_V4_URL'), need('CI_PROJECT_ID'), need('CI_MERGE_REQUEST_IID')];
  // The token is a project's access token, because a job's own token may write no notes.
  const call = caller(origin, { 'private-token': need('GITLAB_TOKEN') });
  const home = `/projects/${encodeURIComponent(project)}`;
  const notes = `${home}/merge_requests/${number}/notes`;

  const ours = async () => {
    const { id: me } = (await call('GET', '/user')) as { id: number };
    return findOurs<{ author: { id: number } }>(call, notes, ({ author }) => author.id === me);
  };

  return {
    of: `${new URL(origin).host}/${project} ${number}`,
    ours,
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
    write: (body, earlier) =>
      earlier ? call('PUT', `${notes}/${earlier.id}`, { body }) : call('POST', notes, { body }),
  };
}
