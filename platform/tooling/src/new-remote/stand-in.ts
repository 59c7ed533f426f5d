import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SITE_DESCRIPTION_PATH } from '@wholepage/contracts/page';
import type { SiteDescription } from '@wholepage/contracts/site';
import * as z from 'zod';
import { SITE_DIR } from '../paths';

/*
 * A remote in a repository of its own is checked and shown on a stand-in for its site: `site/` there. What the site allows,
 * and the settings that browsers get, come from the site itself.
 */

const ALLOWS = 'allowed.ts';
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes what is known of the site into its stand-in. @param folder of the stand-in's `site.ts` */
export async function writeStandIn(folder: string, { config, allows }: SiteDescription): Promise<void> {
  const { siteOrigin: _, ...known } = config;
  const { navigation = { menu: [] }, ...settings } = known as typeof known & { navigation?: unknown };
  await writeFile(join(folder, 'settings.json'), json(settings));
  await writeFile(join(folder, 'navigation.json'), json(navigation));
  await writeFile(
    join(folder, ALLOWS),
    `import type { SiteAllowances } from '@wholepage/contracts/site';

/** What the live site allows: rewritten by each check with \`SITE_ORIGIN\`. */
export const allowed: SiteAllowances = ${JSON.stringify(allows, null, 2)};
`,
  );
}

const MOST_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

const bytes = z.int().min(0).max(10_000_000);
const sources = z.array(z.string().max(300)).max(100).optional();
const text = z.string();
const site = z.looseObject({ name: text, description: text, keywords: text, language: text });
const schema = z.object({
  config: z.looseObject({ siteOrigin: text, site }),
  allows: z.object({
    policy: z.strictObject({
      script: sources,
      frame: sources,
      connect: sources,
      img: sources,
      media: sources,
      form: sources,
    }),
    scripts: z.record(z.string(), bytes),
    otherScripts: bytes,
    styles: bytes,
    fonts: bytes,
  }),
});

/** What a site says of itself. @throws Error in one sentence when it says nothing, too much, or something else */
export async function describedSite(origin: string): Promise<SiteDescription> {
  const address = new URL(SITE_DESCRIPTION_PATH, origin).href;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!answer.ok) throw new Error(`it was answered with ${answer.status}`);
    let text = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024} kB`);
    }
    return schema.parse(JSON.parse(text)) as SiteDescription;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`What ${address} says of the site cannot be used: ${reason.split('\n')[0]}.`, { cause: error });
  }
}

/**
 * Has the stand-in of this repository say what the live site says now. Does nothing in a site's own repository, or where
 * `SITE_ORIGIN` does not name the site.
 */
export async function followSite(say: (line: string) => void, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (!existsSync(join(SITE_DIR, ALLOWS))) return;
  if (!env.SITE_ORIGIN)
    return say('  ! SITE_ORIGIN names no site: what it allows is as it was when this was written into site/.');
  await writeStandIn(SITE_DIR, await describedSite(env.SITE_ORIGIN));
  say(`  The site is as ${env.SITE_ORIGIN} says.`);
}
