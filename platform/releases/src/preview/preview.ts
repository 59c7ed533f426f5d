import { createHash, randomBytes } from 'node:crypto';
import { appNameSchema, type ReleaseManifest, signatureSchema, versionSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { followLast } from '../registry/follow';
import { readHistory } from '../registry/registry';
import { CLOCKS_DIFFER_MS } from '../registry/step-rights';
import { isPublishedAs, stepsThatGave } from '../release/gate-record';
import { environmentTrust, releasedBy } from '../settings';
import { candidate } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import { boundedMap, parseAs, type ReleaseStore, type WritableStore } from '../store/store';
import type { Trust } from '../trust/trust';

const PREVIEWS_DIR = 'previews';
export const DAY_MS = 24 * 3_600_000;
/** Longest preview: later nobody remembers who has its address. */
export const LONGEST_PREVIEW_MS = 7 * DAY_MS;
export const MOST_APPS = 20;
const ID = /^[\w-]{22}$/;

const previewSchema = z.object({
  id: z.string().regex(ID),
  /** Versions by app. */
  releases: z.record(appNameSchema, versionSchema),
  until: z.iso.datetime(),
  by: z.string(),
  signature: signatureSchema,
});
export type Preview = z.output<typeof previewSchema>;

/** Whether a preview is valid now, and does not exceed the longest duration. */
const lasts = ({ until }: Preview, now: number): boolean =>
  Date.parse(until) > now && Date.parse(until) <= now + LONGEST_PREVIEW_MS + CLOCKS_DIFFER_MS;

const fileOf = (id: string): string => `${PREVIEWS_DIR}/${id}.json`;

interface PreviewOptions {
  /** Duration; default: two days. */
  lastsMs?: number | undefined;
  by?: string;
  /** Its subject, such as a pull request: it replaces an earlier preview of it, at the same address. */
  of?: string;
  trust?: Trust;
}

/** Returns the id of a subject's preview, which stays the same, and which only the signer can compute. */
export const previewIdOf = (of: string, trust: Trust = environmentTrust()): string =>
  createHash('sha256').update(trust.signRecord('preview', { of }).value).digest('base64url').slice(0, 22);

/**
 * Creates a preview: whoever has its address sees these published releases in the whole site.
 * @param releases versions by app
 * @throws ReleaseError with the reason in one sentence
 */
export async function createPreview(
  place: string,
  releases: Record<string, string>,
  { lastsMs = 2 * DAY_MS, by = releasedBy(), of, trust = environmentTrust() }: PreviewOptions = {},
): Promise<Preview> {
  const apps = Object.entries(releases);
  if (apps.length === 0 || apps.length > MOST_APPS)
    throw new ReleaseError(`A preview shows between 1 and ${MOST_APPS} apps: name them as articles@1.0.0-3fa9c2d1.`);
  if (!(lastsMs > 0 && lastsMs <= LONGEST_PREVIEW_MS))
    throw new ReleaseError('A preview lasts up to seven days: give a time such as 2h or 48h.');
  const store = openWritableStore(place, trust);
  for (const [app, version] of apps) await candidate(store, app, version);
  await trust.prepareSteps();
  const id = of === undefined ? randomBytes(16).toString('base64url') : previewIdOf(of, trust);
  const record = { id, releases, until: new Date(Date.now() + lastsMs).toISOString(), by };
  const preview: Preview = { ...record, signature: trust.signRecord('preview', record) };
  const earlier = of === undefined ? undefined : await store.find(fileOf(id));
  if (!(await store.replace(fileOf(id), Buffer.from(`${JSON.stringify(preview)}\n`), earlier?.revision)))
    throw new ReleaseError('Somebody else changes this preview at the moment: try again.', { refusal: 'superseded' });
  return preview;
}

/** Ends a preview before its time. @throws ReleaseError when there is none */
export async function withdrawPreview(place: string, id: string, trust: Trust = environmentTrust()): Promise<void> {
  const store = openWritableStore(place, trust);
  if (!ID.test(id) || !(await store.find(fileOf(id))))
    throw new ReleaseError(`There is no preview ${id.slice(0, 30)}.`, { refusal: 'not-found' });
  await store.remove(fileOf(id));
}

/** Whether a text has the form of a preview's id. */
export const isPreviewId = (text: string): boolean => ID.test(text);

/** Whether the store is unavailable, so that it is unknown whether something is gone. */
export const isAway = (error: unknown): boolean => error instanceof ReleaseError && error.refusal === 'store';

/** Reads a valid preview. @param token in its address @throws ReleaseError in one sentence, for whoever opens the address */
export async function readPreview(store: ReleaseStore, token: string, now = Date.now()): Promise<Preview> {
  const gone = (cause?: unknown) =>
    new ReleaseError('There is no such preview: it was withdrawn, or its address is not complete.', {
      refusal: 'not-found',
      cause,
    });
  if (!ID.test(token)) throw gone();
  const bytes = await store.read(fileOf(token)).catch((error: unknown) => {
    if (isAway(error))
      throw new ReleaseError('Previews cannot be read just now: try again soon.', { refusal: 'store' });
    throw gone(error);
  });
  const written = parseAs(z.looseObject({}), bytes);
  if (!written) throw gone();
  const { data: preview } = previewSchema.safeParse(written);
  if (preview?.id !== token || !store.trust.isPreviewSigned(written, preview.signature))
    throw new ReleaseError('This preview is signed by nobody who may show one: it is not shown.', {
      refusal: 'not-signed',
    });
  if (!lasts(preview, now))
    throw new ReleaseError(`This preview ended on ${preview.until.slice(0, 16).replace('T', ' ')} UTC.`, {
      refusal: 'superseded',
    });
  return preview;
}

/** Returns all valid previews. */
export async function previewsOf(store: WritableStore, now = Date.now()): Promise<Preview[]> {
  const ids = (await store.names(PREVIEWS_DIR)).map((name) => name.replace(/\.json$/, ''));
  const readOne = (id: string) => readPreview(store, id, now).catch(() => undefined);
  const read = await boundedMap(ids, store.readsAtOnce, readOne);
  return read.filter((preview) => preview !== undefined);
}

/**
 * Splits previews into current ones, by any signer, because other machines may trust other keys, and the files of ended ones.
 * @throws ReleaseError when one cannot be read, so that its end is unknown
 */
export async function splitPreviews(store: WritableStore, now: number) {
  const files = (await store.names(PREVIEWS_DIR)).map((name) => `${PREVIEWS_DIR}/${name}`);
  const found = await boundedMap(files, store.readsAtOnce, store.find);
  const lasting = found.map((one) => {
    const preview = one && parseAs(previewSchema, one.bytes);
    return preview && lasts(preview, now) ? preview : undefined;
  });
  return { lasting: lasting.filter((one) => one !== undefined), ended: files.filter((_, index) => !lasting[index]) };
}

/** Steps of an app that are searched for a release, newest first. */
const MOST_STEPS = 200;

/** Whether visitors ever got this release by a signed step, so that it passed the gate and its team. */
export async function wasReviewed(store: WritableStore, app: string, version: string): Promise<boolean> {
  const { live, previous, canary } = (await followLast(store)).apps[app] ?? {};
  const isIt = await isPublishedAs(store, app, version);
  if ([live, previous, canary].some((one) => one && isIt(one))) return true;
  const steps = await readHistory(store, { app, limit: MOST_STEPS });
  return (await stepsThatGave(store, app, version, steps)).length > 0;
}

/** Returns the origin for a preview: with an unreviewed release, not the one where visitors are signed in. */
export async function originOfPreview(
  store: WritableStore,
  releases: Record<string, string>,
  { siteOrigin, previewOrigin }: { siteOrigin: string; previewOrigin: string | undefined },
): Promise<string> {
  for (const [app, version] of previewOrigin ? Object.entries(releases) : [])
    if (!(await wasReviewed(store, app, version))) return previewOrigin ?? siteOrigin;
  return siteOrigin;
}

/** Returns the path of a release's first page without parameters. */
export const firstPage = (manifest: Pick<ReleaseManifest, 'routes'> | undefined): string =>
  manifest?.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
