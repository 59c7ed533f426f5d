import { get } from 'node:http';

const PER_CONNECTION = /^(date|connection|keep-alive|transfer-encoding)$/;

/** A response as it travels; `fetch` would undo its compression, which is the visitor's work. */
export interface CompressedResponse {
  status: number;
  body: Buffer;
  /** Those that every visitor gets. */
  headers: Record<string, string>;
}

/** Asks for an address in brotli. */
export const getCompressed = (url: string): Promise<CompressedResponse> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !PER_CONNECTION.test(name));
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts),
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        });
      });
    }).on('error', reject);
  });
