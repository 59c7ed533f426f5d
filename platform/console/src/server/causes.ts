import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { ASSET_HASH, type ReleaseManifest } from '@wholepage/contracts/release';
import { findManifest } from '@wholepage/releases/manifest';
import { readSourceMap } from '@wholepage/releases/publish';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import { RefusedError } from '@wholepage/sign-in/errors';
import { type AuditEntry, jsonOf, writeAudit } from '@wholepage/sign-in/tables';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type Before, type Counted, type Expected, KEPT_DAYS, type SourceFrame, type SourceLocation } from '../shapes';
import { TODAY, total } from './observed';

const MOST_SHOWN = 300;

interface CauseRow extends Record<'id' | 'app' | 'name' | 'message' | 'firstVersion', string> {
  location: SourceLocation;
  firstSeen: Date;
  lastSeen: Date;
  expected: Expected | null;
}

type DayRow = Record<'cause' | 'day' | 'version' | 'browser' | 'phase' | 'page', string> &
  Record<'count' | 'verified', number>;

const CAUSE = `id, app, name, message, first_seen as "firstSeen", last_seen as "lastSeen",
  first_version as "firstVersion", place as location, expected`;
const DAYS = `select cause, day::text, version, browser, phase, page, count::int, verified::int from cause_days`;

const counted = (rows: readonly DayRow[], what: (row: DayRow) => string): Counted[] =>
  [...Map.groupBy(rows, what)]
    .map(([name, of]) => ({ what: name, count: total(of, ({ count }) => count) }))
    .sort((a, b) => b.count - a.count);

function summaryOf(cause: CauseRow, rows: readonly DayRow[], visits: number) {
  const { firstSeen, lastSeen, expected, ...rest } = cause;
  const inBrowsers = total(rows, ({ browser, count }) => (browser === 'server' ? 0 : count));
  return {
    ...rest,
    firstSeen: firstSeen.toISOString(),
    lastSeen: lastSeen.toISOString(),
    expected: expected ?? undefined,
    count: total(rows, ({ count }) => count),
    /** Errors with a verified page view, and the server's own; the others may be forged. */
    verified: total(rows, ({ verified }) => verified),
    /** Part of the app's visits within these days; undefined without visits, and for an error of the server alone. */
    share: visits > 0 && inBrowsers > 0 ? Math.min(inBrowsers / visits, 1) : undefined,
    versions: counted(rows, ({ version }) => version),
    browsers: counted(rows, ({ browser }) => browser),
    pages: counted(rows, ({ page }) => page || 'not known'),
    phases: counted(rows, ({ phase }) => phase),
  };
}

/** Returns the visits that browsers reported within these days, by app. */
async function visitsOf(pool: pg.Pool, days: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ app: string; visits: number }>(
    `select app, greatest(sum(visits), sum(failed))::int as visits from page_days where day > ${TODAY} - $1::int group by app`,
    [days],
  );
  return new Map(rows.map(({ app, visits }) => [app, visits]));
}

/** Returns the causes that were seen within these days, the last seen first. */
export async function readCauses(pool: pg.Pool, { app, days }: { app?: string | undefined; days: number }) {
  const { rows: causes } = await pool.query<CauseRow>(
    `select ${CAUSE} from causes where ($1::text is null or app = $1) and (last_seen at time zone 'utc')::date > ${TODAY} - $2::int
     order by last_seen desc limit ${MOST_SHOWN}`,
    [app ?? null, days],
  );
  const { rows } = await pool.query<DayRow>(`${DAYS} where cause = any($1) and day > ${TODAY} - $2::int`, [
    causes.map(({ id }) => id),
    days,
  ]);
  const visits = await visitsOf(pool, days);
  const byCause = Map.groupBy(rows, ({ cause }) => cause);
  return causes.map((cause) => summaryOf(cause, byCause.get(cause.id) ?? [], visits.get(cause.app) ?? 0));
}

/** Returns a cause, over all stored days. @throws RefusedError for an unknown id */
export async function readCause(pool: pg.Pool, store: ReleaseStore, id: string) {
  const { rows: causes } = await pool.query<CauseRow & { before: Before | null }>(
    `select ${CAUSE}, before from causes where id = $1`,
    [id],
  );
  const [found] = causes;
  if (!found) throw new RefusedError(404, 'There is no such error any more.');
  const { before, ...cause } = found;
  const { rows } = await pool.query<DayRow>(`${DAYS} where cause = $1 order by day`, [id]);
  const visits = await visitsOf(pool, KEPT_DAYS);
  const commit = (await manifestOf(store, cause.app, cause.firstVersion))?.commit;
  const days = counted(rows, ({ day }) => day).sort((one, other) => (one.what < other.what ? -1 : 1));
  return { ...summaryOf(cause, rows, visits.get(cause.app) ?? 0), days, commit, before: before ?? undefined };
}

/** Counts the causes that each release of an app was the first to show, without the expected ones. */
export async function readNewCauses(pool: pg.Pool, app: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ version: string; count: number }>(
    `select first_version as version, count(*)::int as count from causes where app = $1 and expected is null
     group by first_version`,
    [app],
  );
  return Object.fromEntries(rows.map(({ version, count }) => [version, count]));
}

/** Marks a cause as expected, or removes the mark, and audits that. @throws RefusedError for an unknown id or no reason */
export async function expectCause(
  pool: pg.Pool,
  id: string,
  { why, isExpected }: { why: string; isExpected: boolean },
  actor: Pick<AuditEntry, 'actor' | 'address'>,
): Promise<void> {
  if (isExpected && !why.trim()) throw new RefusedError(400, 'Say why this error is not a reason to worry.');
  const expected: Expected = { by: actor.actor, at: new Date().toISOString(), why };
  const { rows } = await pool.query<{ app: string }>('update causes set expected = $2 where id = $1 returning app', [
    id,
    isExpected ? jsonOf(expected) : null,
  ]);
  const [found] = rows;
  if (!found) throw new RefusedError(404, 'There is no such error any more.');
  const action = isExpected ? 'expect error' : 'expect error no longer';
  await writeAudit(pool, { ...actor, action, subject: found.app, detail: { id, why } });
}

const MOST_MAPS = 10;
const MOST_LOCATIONS = 2_000;
const LINES_AROUND = 2;
const LONGEST_LINE = 160;

const FRAME = /^([a-z0-9-]+)\/(.+):(\d+):(\d+)$/;

/** Manifests by store, app and version. Their entries need no expiry, because releases never change. */
const manifests = new LRUCache<string, ReleaseManifest>({ max: 500 });

/** Returns a release's manifest, from the cache once it was read; undefined when it cannot be read. */
export async function manifestOf(store: ReleaseStore, app: string, version: string) {
  const key = `${store.place} ${app} ${version}`;
  const known = manifests.get(key) ?? (await findManifest(store, app, version));
  if (known) manifests.set(key, known);
  return known;
}

export type Released = Record<'app' | 'version', string>;

/** Resolves stack frames to lines of the sources, by the releases' private source maps. */
export class SourceLocations {
  private readonly maps = new LRUCache<string, { map: TraceMap | undefined }>({ max: MOST_MAPS });
  private readonly locations = new LRUCache<string, SourceLocation>({ max: MOST_LOCATIONS });

  constructor(
    private readonly store: ReleaseStore,
    private readonly privateStore: WritableStore,
  ) {}

  /** Never rejects: a frame without a source map keeps its released file. @param stack frames in the form of digests */
  async find(released: Released, stack: readonly string[]): Promise<SourceLocation> {
    const key = JSON.stringify([released.app, released.version, stack]);
    const known = this.locations.get(key);
    if (known) return known;
    const found = await Promise.all(stack.map((frame) => this.frame(released, frame)));
    const frames = found.map(({ frame }) => frame);
    const own = frames.findIndex(({ file, isSource }) => isSource && !file.includes('node_modules/'));
    const at = Math.max(own, 0);
    const lines = found[at]?.lines;
    const location = { frames, at, ...(lines && { lines }) };
    this.locations.set(key, location);
    return location;
  }

  private async frame(
    released: Released,
    text: string,
  ): Promise<{ frame: SourceFrame; lines?: SourceLocation['lines'] }> {
    const [, app = '', path = '', lineText = '', columnText = ''] = FRAME.exec(text) ?? [];
    const [line, column] = [Number(lineText), Number(columnText)];
    const [folder = '', ...rest] = path.split('/');
    const isAsset = folder === 'assets';
    const file = isAsset ? path : rest.join('/');
    // An asset's path has a content hash but no version: the reporting release's version is the best guess.
    const version = isAsset ? released.version : folder;
    const shown = { file: `${app}/${file.replace(ASSET_HASH, '')}`, line, column, isSource: false };
    const map = await this.map({ app, version }, file).catch(() => undefined);
    if (!map) return { frame: shown };
    // Columns start at 1 in stacks, and at 0 in source maps.
    const original = originalPositionFor(map, { line: Math.max(line, 1), column: Math.max(column - 1, 0) });
    if (original.source === null) return { frame: shown };
    const frame = {
      file: sourceFile(app, asWritten(map, original.source)),
      line: original.line,
      column: original.column + 1,
    };
    return { frame: { ...frame, isSource: true }, lines: linesAround(map, original.source, original.line) };
  }

  private async map({ app, version }: Released, file: string): Promise<TraceMap | undefined> {
    const key = `${app} ${version} ${file}`;
    const known = this.maps.get(key);
    if (known) return known.map;
    const manifest = await manifestOf(this.store, app, version);
    if (!manifest?.maps?.[file]) return undefined;
    const text = await readSourceMap(this.privateStore, manifest, file);
    const map = text === undefined ? undefined : new TraceMap(text);
    this.maps.set(key, { map });
    return map;
  }
}

/** Returns a source's path as the map has it, because the library resolves `..` away. */
const asWritten = (map: TraceMap, source: string): string => map.sources[map.resolvedSources.indexOf(source)] ?? source;

/** Turns `webpack://news/../shared/src/x.ts?1` into a path of the workspace. */
function sourceFile(app: string, source: string): string {
  const path = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/\?[\w]*$/, '');
  if (path.startsWith('../')) return path.replace(/^(\.\.\/)+/, '');
  return path.startsWith('./') ? `${app}/${path.slice(2)}` : path;
}

function linesAround(map: TraceMap, source: string, line: number): NonNullable<SourceLocation['lines']> | undefined {
  const all = sourceContentFor(map, source)?.split('\n');
  if (!all) return undefined;
  const from = Math.max(line - LINES_AROUND, 1);
  const texts = all.slice(from - 1, line + LINES_AROUND).map((text) => text.slice(0, LONGEST_LINE));
  return { from, texts };
}
