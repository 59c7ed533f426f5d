import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy for browsers that empties SVG drawings: they keep their size, and painting them costs nothing. */
export interface LightDrawings {
  port: number;
  close(): void;
}

const isDrawing = (address: string): boolean => new URL(address).pathname.endsWith('.svg');

/** Keeps the `<svg>` element and its size, without its content. */
const emptied = (drawing: string): string => drawing.replace(/^(.*?<svg\b[^>]*[^/]>).*<\/svg>\s*$/s, '$1</svg>');

const sendEmptied = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { 'content-length': _length, ...headers } = answer.headers;
  const drawing = await text(answer);
  response.writeHead(answer.statusCode ?? 502, headers).end(emptied(drawing));
};

export async function startLightDrawings(): Promise<LightDrawings> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const light = isDrawing(url);
    const passed = ask(url, {
      agent,
      method,
      headers: light ? { ...headers, 'accept-encoding': 'identity' } : headers,
    });
    passed.on('response', (answer) => {
      if (light) return void sendEmptied(answer, response).catch(() => response.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The browser has cancelled the request, or the server does not answer.
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
