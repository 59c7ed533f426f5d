import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { readRelease } from '@wholepage/releases/manifest';
import { readSourceMap } from '@wholepage/releases/source-maps';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import { LRUCache } from 'lru-cache';
import type { SourceFrame, SourcePlace } from '../../observed';

const MOST_MAPS = 10;
const MOST_RELEASES = 100;
const MOST_PLACES = 2_000;
const LINES_AROUND = 2;
const LONGEST_LINE = 160;

const FRAME = /^([a-z0-9-]+)\/(.+):(\d+):(\d+)$/;
/** The part of a released file's name that differs from build to build. */
const HASH = /\.[0-9a-f]{8,20}(?=\.)/;

interface Released {
  app: string;
  version: string;
}

/** Finds the lines of the sources that errors come from, by the releases' private source maps. */
export class SourcePlaces {
  private readonly maps = new LRUCache<string, { map: TraceMap | undefined }>({ max: MOST_MAPS });
  private readonly releases = new LRUCache<string, { manifest: ReleaseManifest | undefined }>({ max: MOST_RELEASES });
  private readonly places = new LRUCache<string, SourcePlace>({ max: MOST_PLACES });

  constructor(
    private readonly store: ReleaseStore,
    private readonly privateStore: WritableStore,
  ) {}

  /** @param stack frames as digests have them. Never rejects: what cannot be found is shown as it is. */
  async find(released: Released, stack: readonly string[]): Promise<SourcePlace> {
    const key = JSON.stringify([released.app, released.version, stack]);
    const known = this.places.get(key);
    if (known) return known;
    const found = await Promise.all(stack.map((frame) => this.frame(released, frame)));
    const frames = found.map(({ frame }) => frame);
    const own = frames.findIndex(({ file, isSource }) => isSource && !file.includes('node_modules/'));
    const at = Math.max(own, 0);
    const lines = found[at]?.lines;
    const place = { frames, at, ...(lines && { lines }) };
    this.places.set(key, place);
    return place;
  }

  private async frame(released: Released, text: string): Promise<{ frame: SourceFrame; lines?: SourcePlace['lines'] }> {
    const [, app = '', path = '', lineText = '', columnText = ''] = FRAME.exec(text) ?? [];
    const [line, column] = [Number(lineText), Number(columnText)];
    const [folder = '', ...rest] = path.split('/');
    const isAsset = folder === 'assets';
    const file = isAsset ? path : rest.join('/');
    // Files that are named by their content are of the release that reports, as far as anybody can tell.
    const version = isAsset ? released.version : folder;
    const shown = { file: `${app}/${file.replace(HASH, '')}`, line, column, isSource: false };
    const map = await this.map({ app, version }, file).catch(() => undefined);
    if (!map) return { frame: shown };
    // Columns of stacks count from one.
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
    const manifest = await this.manifest({ app, version });
    if (!manifest?.maps?.[file]) return undefined;
    const text = await readSourceMap(this.privateStore, manifest, file);
    const map = text === undefined ? undefined : new TraceMap(text);
    this.maps.set(key, { map });
    return map;
  }

  private async manifest({ app, version }: Released): Promise<ReleaseManifest | undefined> {
    const key = `${app} ${version}`;
    const known = this.releases.get(key);
    if (known) return known.manifest;
    const manifest = await readRelease(this.store, app, version).then(
      (read) => read.manifest,
      () => undefined,
    );
    this.releases.set(key, { manifest });
    return manifest;
  }
}

/** The library leaves `..` out of the addresses that it answers. */
const asWritten = (map: TraceMap, source: string): string => map.sources[map.resolvedSources.indexOf(source)] ?? source;

/** `webpack://news/../shared/src/x.ts?1` as the workspace has it. */
function sourceFile(app: string, source: string): string {
  const path = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/\?[\w]*$/, '');
  if (path.startsWith('../')) return path.replace(/^(\.\.\/)+/, '');
  return path.startsWith('./') ? `${app}/${path.slice(2)}` : path;
}

function linesAround(map: TraceMap, source: string, line: number): NonNullable<SourcePlace['lines']> | undefined {
  const all = sourceContentFor(map, source)?.split('\n');
  if (!all) return undefined;
  const from = Math.max(line - LINES_AROUND, 1);
  const texts = all.slice(from - 1, line + LINES_AROUND).map((text) => text.slice(0, LONGEST_LINE));
  return { from, texts };
}
