import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A host page with common carelessness: a reset outside all cascade layers, and another length of `rem`. */
const PAGE = `<!doctype html><title>Another product</title>
<style>html { font-size: 62.5% } * { margin: 0; padding: 0; border: 0; list-style: none; font-family: monospace; color: green }</style>
<body><p id="own">Own words</p><div id="remote"></div><script src="/host.js"></script>`;

/** Serves a host page with Module Federation's own runtime, at its own origin. */
export async function startStockHost(): Promise<{ origin: string; close(): Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, '..', '..', 'fixtures', 'stock-host.js')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    const isScript = request.url === '/host.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
