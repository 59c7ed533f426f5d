import { setTimeout as wait } from 'node:timers/promises';
import { LIVE_SET_PATH, setPath } from '@wholepage/contracts/page';
import * as z from 'zod';

const servedSchema = z.object({ live: z.record(z.string(), z.string()), refused: z.array(z.string()) });

/** Composers look at the store every half second at most, and read the new release's code. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 300;
const ANSWER_MS = 3_000;

const setSchema = z.object({
  shell: z.string(),
  remotes: z.array(z.object({ name: z.string(), version: z.string() })),
});

interface Served {
  live: Record<string, string>;
  /** Why others are not; undefined where a composer tells only what it serves. */
  refused?: readonly string[] | undefined;
}

const ask = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.json();
};

/** What a composer tells those who run it, at its private port; reached on the machine that it runs on. */
const asOperator = async (env: NodeJS.ProcessEnv): Promise<Served> => {
  const port = env.COMPOSER_PRIVATE_PORT || Number(env.PORT || 3000) + 10;
  const headers: Record<string, string> = env.COMPOSITION_TOKEN
    ? { authorization: `Bearer ${env.COMPOSITION_TOKEN}` }
    : {};
  return servedSchema.parse(await ask(`http://localhost:${port}/_composition/live.json`, headers));
};

/** What it serves to whoever comes. */
async function asVisitor(origin: string): Promise<Served> {
  const { id } = z.object({ id: z.string() }).parse(await ask(origin + LIVE_SET_PATH));
  const { shell, remotes } = setSchema.parse(await ask(origin + setPath(id)));
  return { live: { shell, ...Object.fromEntries(remotes.map(({ name, version }) => [name, version])) } };
}

const served = (env: NodeJS.ProcessEnv, origin: string): Promise<Served | undefined> =>
  (env.SITE_ORIGIN ? asVisitor(origin) : asOperator(env)).catch(() => undefined);

/**
 * Asks a composer of the site whether it serves what the registry calls live: that of `SITE_ORIGIN`, else one on this machine.
 * @returns what is to be said of it, also when no composer answers
 * @throws Error in a sentence when it does not serve it, with its reason where it tells one
 */
export async function askComposer(app: string, version: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const origin = env.SITE_ORIGIN || `http://localhost:${env.PORT || 3000}`;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await served(env, origin);
    if (!found) return `no composer was asked, for none answers at ${origin} (SITE_ORIGIN).`;
    if (found.live[app] === version) return `${origin} serves it.`;
    if (Date.now() > deadline) {
      const why =
        found.refused?.filter((sentence) => sentence.includes(app)).join(' ') ||
        'its log says why ("release refused").';
      throw new Error(
        `The registry names ${app} ${version} live, but the composer at ${origin} serves ${found.live[app] ?? 'none'}: ${why} \`npm run rollback ${app}\` takes the step back.`,
      );
    }
    await wait(LOOK_EVERY_MS);
  }
}
