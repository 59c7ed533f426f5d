import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for the purge call of a cache in front. */
export interface PurgeReceiver {
  url: string;
  /** What was to be forgotten, and when, by `performance.now()`. */
  purges: { tag: string; at: number }[];
  close(): Promise<void>;
}

export async function receivePurges(): Promise<PurgeReceiver> {
  const purges: PurgeReceiver['purges'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const at = performance.now();
    for (const tag of (JSON.parse(body) as { tags: string[] }).tags) purges.push({ tag, at });
    response.end('{"success":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    purges,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
