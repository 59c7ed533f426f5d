import { freePort } from '@wholepage/tooling/free-port';
import { type KeptService, stopKept } from '@wholepage/tooling/kept-service';
import { startStaffServices } from '@wholepage/tooling/staff-services';
import type { BenchSite } from '../measure/bench-site';

/** Somebody at a browser that is signed in to the office. */
export interface Desk {
  /** A call as the office's screens make it. @returns milliseconds until the whole answer is there */
  get(path: string): Promise<number>;
  read<T>(path: string): Promise<T>;
  /** Calls back with each piece of news until it is left. */
  follow(onNews: () => void, left: AbortSignal): Promise<void>;
}

export interface OpenOffice {
  desk: Desk;
  stop(): Promise<void>;
}

async function signIn(link: string): Promise<Desk> {
  const { origin, searchParams } = new URL(link);
  const answer = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: searchParams.toString(),
    redirect: 'manual',
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const ask = async (path: string, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(`${origin}/office${path}`, { headers: { cookie }, ...(signal && { signal }) });
    if (!answer.ok) throw new Error(`The office answered ${answer.status} to ${path}.`);
    return answer;
  };
  return {
    get: async (path) => {
      const began = performance.now();
      await (await ask(path)).arrayBuffer();
      return performance.now() - began;
    },
    read: async <T>(path: string) => (await (await ask(path)).json()) as T,
    follow: async (onNews, left) => {
      const pieces = (await ask('/news/follow', left)).body?.pipeThrough(new TextDecoderStream());
      try {
        for await (const piece of pieces ?? []) if (piece.includes('data: ')) onNews();
      } catch (error) {
        if (!left.aborted) throw error;
      }
    },
  };
}

/** Starts the office over a site that is measured, as `npm start` does, and signs its owner in. */
export async function openOffice({ site, apiPrivate, data }: BenchSite): Promise<OpenOffice> {
  const env = {
    ...process.env,
    DATA_DIR: data,
    SITE_ORIGIN: site,
    API_PRIVATE_PORT: String(apiPrivate),
    OFFICE_PORT: String(await freePort()),
  };
  let say: (line: string) => void = () => undefined;
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  const services: KeptService[] = await startStaffServices({ env, only: ['office'], say, onLine: () => undefined });
  const desk = await signIn((await said).slice('Office: '.length));
  return { desk, stop: () => stopKept(services) };
}
