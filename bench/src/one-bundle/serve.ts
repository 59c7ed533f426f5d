import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { type FilesOf, PUBLIC_PATH } from './build';

const compress = promisify(brotliCompress);
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const COMPRESSED = /^(text\/|image\/svg|application\/json)/;
const NOT_PASSED = /^(content-security-policy|content-encoding|content-length|link|transfer-encoding|connection|etag)$/;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The composer's page with the files of the one bundle in place of the shell's and the remote's. */
const withOneBundle = (html: string, styles: readonly string[]): string =>
  html
    .replaceAll(/<link rel="stylesheet"[^>]*>\n?/g, '')
    .replaceAll(/\/_releases\/shell\/(assets\/[^"]+\.woff2)/g, `${PUBLIC_PATH}$1`)
    .replace(
      /<script src="[^"]*"[^>]*><\/script>/,
      `<script src="${PUBLIC_PATH}main.js" defer fetchpriority="low"></script>`,
    )
    .replace(
      '<link rel="icon"',
      () =>
        `${styles.map((file) => `<link rel="stylesheet" href="${PUBLIC_PATH}${file}">`).join('\n')}\n<link rel="icon"`,
    );

/**
 * Serves the site as one bundle: pages and media are the composer's, each compressed once and kept like the composer's.
 * @param page name of the page's chunk by its path
 */
export async function serveOneBundle(composer: string, dir: string, filesOf: FilesOf, page: Record<string, string>) {
  const kept = new Map<string, Promise<Answer>>();
  const finish = async ({ status, headers, body }: Answer): Promise<Answer> =>
    COMPRESSED.test(headers['content-type'] ?? '')
      ? { status, headers: { ...headers, 'content-encoding': 'br' }, body: await compress(body) }
      : { status, headers, body };
  const own = async (path: string): Promise<Answer> => ({
    status: 200,
    headers: {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'immutable, max-age=31536000',
    },
    body: await readFile(join(dir, path.slice(PUBLIC_PATH.length))),
  });
  const passed = async (path: string): Promise<Answer> => {
    const response = await fetch(composer + path);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_PASSED.test(name)));
    const body = Buffer.from(await response.arrayBuffer());
    const chunk = page[path];
    if (!chunk) return { status: response.status, headers, body };
    const files = new Set(['main', 'site', chunk].flatMap(filesOf).filter((file) => file.endsWith('.css')));
    return { status: response.status, headers, body: Buffer.from(withOneBundle(body.toString(), [...files])) };
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const answer = kept.get(path) ?? (path.startsWith(PUBLIC_PATH) ? own(path) : passed(path)).then(finish);
    kept.set(path, answer);
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
