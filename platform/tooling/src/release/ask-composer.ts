import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

const servedSchema = z.object({ live: z.record(z.string(), z.string()), refused: z.array(z.string()) });

/** Composers look at the store every half second at most, and read the new release's code. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 300;
const ANSWER_MS = 3_000;

/** The site's address: `SITE_ORIGIN`, else that of a site on this machine. */
const originOf = (env: NodeJS.ProcessEnv): string => env.SITE_ORIGIN || `http://localhost:${env.PORT || 3000}`;

async function served(origin: string, token: string): Promise<z.output<typeof servedSchema> | undefined> {
  const answer = await fetch(`${origin}/_composition/live.json`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return answer.ok ? servedSchema.parse(await answer.json()) : undefined;
}

/**
 * Asks a composer of the site whether it serves what the registry calls live.
 * @returns what is to be said of it, or nothing when no composer answers
 * @throws Error in a sentence when it does not serve it, with its reason
 */
export async function askComposer(app: string, version: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const origin = originOf(env);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await served(origin, env.COMPOSITION_TOKEN ?? '').catch(() => undefined);
    if (!found) return `No composer was asked: ${origin} does not say what it serves (SITE_ORIGIN, COMPOSITION_TOKEN).`;
    if (found.live[app] === version) return `${origin} serves it.`;
    if (Date.now() > deadline) {
      const why = found.refused.filter((sentence) => sentence.includes(app)).join(' ') || 'It has not said why.';
      throw new Error(
        `The registry names ${app} ${version} live, but the composer at ${origin} serves ${found.live[app] ?? 'none'}: ${why} \`npm run rollback ${app}\` takes the step back.`,
      );
    }
    await wait(LOOK_EVERY_MS);
  }
}
