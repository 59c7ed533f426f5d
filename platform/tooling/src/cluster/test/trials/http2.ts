import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { brotliDecompressSync } from 'node:zlib';
import type { Cluster } from '../../start/start-cluster';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const TIMEOUT_MS = 10_000;

const ask = (session: ClientHttp2Session, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, 'accept-encoding': 'gzip, deflate, br' });
    const parts: Buffer[] = [];
    let head: Record<string, string> = {};
    stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error(`no answer for ${path}`)));
    stream.on('response', (headers) => {
      head = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    });
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => resolve({ status: Number(head[':status']), headers: head, body: Buffer.concat(parts) }));
    stream.on('error', reject);
  });

const mustHold = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Whether a client that knows no TLS newer than 1.1 is sent away. */
const refusesOldTls = ({ origin }: Cluster): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const options = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const socket = connectTls({ host: hostname, port: Number(port), ...options }, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

/**
 * Loads a page with all its scripts and styles over one HTTP/2 connection, twice.
 * @returns a remark @throws naming what was not negotiated, compressed or kept
 */
export async function loadOverHttp2(cluster: Cluster): Promise<string> {
  const session = connect(cluster.origin);
  try {
    const page = await ask(session, '/about-us');
    mustHold(session.alpnProtocol === 'h2', `${session.alpnProtocol} was negotiated, wanted: h2`);
    mustHold(page.status === 200 && page.headers['content-encoding'] === 'br', 'the page came without brotli');
    const html = brotliDecompressSync(page.body).toString();
    const files = [...new Set(html.match(/\/_releases\/[\w./-]+\.(?:js|css)/g))];
    mustHold(files.length > 3, 'the page names no files');
    await Promise.all(files.map((file) => ask(session, file)));
    const again = await Promise.all(files.map((file) => ask(session, file)));
    for (const [index, { headers }] of again.entries()) {
      const { 'content-encoding': coding, 'x-cache': state } = headers;
      mustHold(coding === 'br', `${files[index]} came without brotli`);
      mustHold(state === 'HIT', `${files[index]} was not kept by nginx: ${state}`);
    }
    mustHold(await refusesOldTls(cluster), 'TLS 1.1 was accepted');
    const bytes = again.reduce((sum, { body }) => sum + body.length, page.body.length);
    return `h2; a page and its ${files.length} files, ${(bytes / 1000).toFixed(0)} kB of brotli`;
  } finally {
    session.close();
  }
}
