import type { Picture } from '@wholepage/contracts/page';
import type { Facts } from '@wholepage/contracts/site';
import * as z from 'zod';

/** Resolves file names in content, while content is built. */
export interface FileResolver {
  /** @throws when no such picture exists */
  picture(file: string, alt: string): Picture;
  /** @returns the address of any other file (video, PDF). @throws when no such file exists */
  file(file: string): string;
}

let resolver: FileResolver | undefined;

const current = (): FileResolver => {
  if (!resolver)
    throw new Error('Content names files only while it is built. Read it through its built module instead.');
  return resolver;
};

/** Runs `work` with files resolved by `next`. Not reentrant; `work` must be synchronous. */
export function withFileResolver<T>(next: FileResolver, work: () => T): T {
  resolver = next;
  try {
    return work();
  } finally {
    resolver = undefined;
  }
}

const attempt = <T>(ctx: z.RefinementCtx, resolve: () => T): T => {
  try {
    return resolve();
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
};

/** Alternative text, which browsers show until the picture loads. A straight quote would fetch another part of the typeface. */
const alt = z.string().regex(/^[^"]*$/, 'Quote with “ and ”, as texts are set.');

/** `{ "file": "outfits/chefs.svg", "alt": "…" }` in content, a {@link Picture} in code. */
export const pictureSchema = z
  .strictObject({ file: z.string().min(1), alt })
  .transform((ref, ctx): Picture => attempt(ctx, () => current().picture(ref.file, ref.alt)));

/** `"reels/fitting.mp4"` in content, its address in code. */
export const fileSchema = z
  .string()
  .min(1)
  .transform((file, ctx): string => attempt(ctx, () => current().file(file)));

/** One schema per content file: `home.content.json` is `home`, `sectors/aviation.content.json` is `sectors`. */
export type ContentSchemas = Record<string, z.ZodType>;

const REFERENCE = /\{fact:(\w+)\}/g;

/** Replaces each `{fact:name}` in parsed content by its text. @throws for an unknown fact, with its name */
export function withFacts(content: unknown, facts: Facts): unknown {
  if (typeof content === 'string')
    return content.replace(REFERENCE, (_, name: string) => {
      const fact = facts[name];
      if (!fact) throw new Error(`There is no fact "${name}" in facts.json. Known: ${Object.keys(facts).join(', ')}.`);
      return fact.text;
    });
  if (Array.isArray(content)) return content.map((part) => withFacts(part, facts));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, withFacts(value, facts)]));
}
