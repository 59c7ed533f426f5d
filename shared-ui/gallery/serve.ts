/** `npm run --prefix shared-ui gallery`: builds the gallery and serves it. `PORT` chooses the port. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { buildGallery, OUT } from './build';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Open pages, which reload when something was built again. */
const pages = new Set<ServerResponse>();

const listen = (page: ServerResponse): void => {
  page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('retry: 500\n\n');
  pages.add(page);
  page.on('close', () => pages.delete(page));
};

const reloadPages = (): void => {
  for (const page of pages) page.write('data: reload\n\n');
};

/** Serves the built gallery; every address without a file is the page. @returns its address */
async function serveGallery(port: number): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    if (pathname === '/events') return listen(response);
    const file = join(OUT, normalize(decodeURIComponent(pathname)));
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() && extname(file)) return response.writeHead(404).end();
    const path = found?.isFile() ? file : join(OUT, 'index.html');
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm run --prefix shared-ui gallery   builds the gallery of components and serves it; PORT chooses its port',
  );
  process.exit();
}

try {
  await buildGallery(reloadPages);
  console.log(`Gallery at ${await serveGallery(Number(process.env.PORT || 6006))}`);
} catch (error) {
  console.error(
    `The gallery did not start: ${error instanceof Error ? error.message : String(error)}. PORT chooses its port.`,
  );
  process.exit(1);
}
