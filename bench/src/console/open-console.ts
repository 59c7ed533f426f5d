import { stopKept } from '@wholepage/tooling/kept-service';
import { startStaffServices } from '@wholepage/tooling/staff-services';

/** A console that somebody is signed in to. */
export interface OpenConsole {
  origin: string;
  /** The session, as a browser sends it. */
  cookie: string;
  stop(): Promise<void>;
}

/** Starts the console as `npm start` does, and signs its first person in. */
export async function openConsole(env: NodeJS.ProcessEnv): Promise<OpenConsole> {
  let say: (line: string) => void = () => undefined;
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  const services = await startStaffServices({ env, only: ['console'], build: true, say, onLine: () => {} });
  const line = await said;
  const [, link] = /^Console: (http\S+)/.exec(line) ?? [];
  if (!link) throw new Error(line);
  const { origin, searchParams } = new URL(link);
  const answer = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: searchParams.toString(),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (!cookie) throw new Error(`The console signed nobody in: ${answer.status}.`);
  return { origin, cookie, stop: () => stopKept(services) };
}
