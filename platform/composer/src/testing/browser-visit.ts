import { request } from 'node:http';

/** Cookies of one browser, by name. */
export type Jar = Map<string, string>;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a browser's request, with headers that `fetch` does not let a test set. */
export function ask(url: string, jar: Jar, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...headers, ...(cookie && { cookie }) } }, (response) => {
      for (const line of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A browser's headers for a navigation. */
export const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

/** Id of a response's page view, as the shell reads it; undefined for other responses. */
export const viewOf = ({ headers }: Answer): string | undefined =>
  /^view;desc="(.+)"$/.exec(String(headers['server-timing'] ?? ''))?.[1];

/** Id of the newest page view with a token in this browser. */
export const lastView = (jar: Jar): string | undefined =>
  [...jar.keys()].findLast((name) => name.startsWith('view-'))?.slice('view-'.length);
