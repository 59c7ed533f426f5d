import type { FastifyInstance, InjectOptions } from 'fastify';

interface Answer {
  status: number;
  url: string;
  body: string;
  headers: Headers;
}

/** Follows redirects between a service and its provider, and keeps the cookies of each, as a browser does. */
export class TestBrowser {
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(
    private readonly app: FastifyInstance,
    private readonly origin: string,
  ) {}

  /** One request. */
  async request(url: string, options: Partial<InjectOptions> = {}): Promise<Answer> {
    const { origin, host, href, pathname, search } = new URL(url, this.origin);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html',
      host,
      cookie,
      ...(options.method === 'POST' && { origin: this.origin }),
      ...options.headers,
    } satisfies InjectOptions['headers'];
    const answer = await (origin === this.origin
      ? this.app.inject({ ...options, url: `${pathname}${search}`, headers })
      : fetch(href, { redirect: 'manual', headers: { accept: 'text/html', cookie } }));
    const isOwn = !(answer instanceof Response);
    const received = new Headers();
    if (isOwn) {
      for (const [name, value] of Object.entries(answer.headers))
        for (const one of [value].flat()) if (one !== undefined) received.append(name, String(one));
    } else
      answer.headers.forEach((value, name) => {
        received.append(name, value);
      });
    for (const line of received.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const body = isOwn ? answer.body : await answer.text();
    return { status: isOwn ? answer.statusCode : answer.status, url: href, body, headers: received };
  }

  /** Follows redirects, up to a page. @param stopAt the address to stop before */
  async visit(url: string, stopAt?: RegExp): Promise<Answer> {
    let answer = await this.request(url);
    for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 20; hops += 1) {
      const next = new URL(answer.headers.get('location') ?? '', answer.url).href;
      if (stopAt?.test(next)) return { ...answer, url: next };
      answer = await this.request(next);
    }
    return answer;
  }

  /** Calls the service as its client program does. */
  async post(path: string, body: unknown = {}, csrf = ''): Promise<Answer> {
    return this.request(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': csrf },
      payload: JSON.stringify(body),
    });
  }

  async get<T>(path: string): Promise<T> {
    const { body } = await this.request(path, { headers: { accept: 'application/json' } });
    return JSON.parse(body) as T;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(new URL(this.origin).host)?.get(name);
  }

  setCookie(name: string, value: string): void {
    this.cookies.get(new URL(this.origin).host)?.set(name, value);
  }
}
