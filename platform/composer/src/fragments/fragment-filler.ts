import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_ELEMENT,
  FRAGMENT_KEY_MARK,
  FRAGMENT_LIMITS,
  type FragmentOnPage,
  type FragmentProps,
  type FragmentState,
} from '@wholepage/contracts/fragment';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import {
  type FragmentResult,
  type FragmentWhen,
  fragmentWhenSchema,
  type ReleaseFragment,
} from '@wholepage/contracts/render';
import { orAfter } from '@wholepage/page-rules/time-limit';
import type { SpanSink, Trace } from '@wholepage/telemetry/trace';
import { LRUCache } from 'lru-cache';
import { parseFragment, type Token } from 'parse5';
import * as z from 'zod';
import { GuestBusyError, RenderError } from '../errors';
import type { Renderer } from '../guests/renderer';
import { OpenParser, whyNoFragment } from '../html/parse-fragment';
import { AROUND_PAGE, MOST_PLACES, type PlaceInHtml, scanPlaces } from '../html/scan-fragment';
import { asStep } from '../http/request/request';
import type { ReleaseInPage, StoredResponse } from '../http/response/send';
import { type Log, reason } from '../log';
import type { Metrics } from '../metrics';
import { type PageFiles, wantedOf } from '../pages/page-parts';
import { type LoadedRelease, type ReleaseSet, releaseOf } from '../releases/release-set';
import type { SiteConfig } from '../settings/site/site-configs';

interface FillContext {
  set: ReleaseSet;
  url: URL;
  site: SiteConfig;
  cookiesOf(names: readonly string[]): Record<string, string>;
  /** Trace of the page. */
  trace: Pick<Trace, 'traceparent'> | undefined;
  /** Deadline for all fragments together, in ms by `performance.now()`. */
  deadline: number;
  fragments: PageFragments;
  /** True when the props come from a visitor, or from a page of a preview. */
  hasVisitorProps?: boolean;
}

interface Filled {
  attributes: string;
  content: string;
}

/** A retry cannot help: the set has no such fragment, or its place cannot hold it. */
class NoFragmentError extends Error {
  override name = 'NoFragmentError';
}

/** Whether the release is at fault: not for a full queue, nor for being late for this page. */
const isFaultOfRelease = (error: unknown): boolean =>
  error instanceof RenderError && !(error.cause instanceof GuestBusyError) && !(error instanceof GuestBusyError);

const propsSchema = z.record(z.string(), z.unknown());

function readProps(text: string): FragmentProps {
  if (text === '') return {};
  if (Buffer.byteLength(text) > FRAGMENT_LIMITS.propsBytes) {
    throw new Error(`its props are longer than ${FRAGMENT_LIMITS.propsBytes} bytes`);
  }
  return propsSchema.parse(JSON.parse(text));
}

/** Rejects at the deadline. The work goes on, and serves the next request. */
function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return orAfter(work, Math.max(0, deadline - performance.now()), (): never => {
    throw new Error('it was not there in time');
  });
}

/** Fills fragments into the HTML of pages, nested ones included. An unavailable one shows its fallback. */
export class FragmentFiller {
  constructor(
    private readonly source: FragmentSource,
    private readonly log: Log,
    private readonly onSpan?: SpanSink,
  ) {}

  /**
   * Never rejects.
   * @param parents fragments around this HTML, the outermost first
   * @param around names of the elements that are open at its place
   */
  async fill(
    html: string,
    context: FillContext,
    parents: readonly string[] = [],
    around: readonly string[] = AROUND_PAGE,
  ): Promise<string> {
    const places = findPlaces(html, around);
    if (places.length === 0) return html;
    const filled = await Promise.all(places.map((place) => this.fillPlace(place, context, parents)));
    return fillPlaces(html, places, filled);
  }

  private async fillPlace(place: FragmentPlace, context: FillContext, parents: readonly string[]): Promise<Filled> {
    const { fragments, set } = context;
    const { of } = place;
    const began = performance.now();
    const key = fragments.nextKey();
    try {
      if (key === undefined) throw new NoFragmentError(`a page holds at most ${FRAGMENT_LIMITS.perPage} fragments`);
      if (parents.length >= FRAGMENT_LIMITS.depth) throw new NoFragmentError(`deeper than ${FRAGMENT_LIMITS.depth}`);
      if (place.misplacedIn) throw new NoFragmentError(`a <${place.misplacedIn}> holds no fragments`);
      if (parents.includes(of)) throw new NoFragmentError(`${[...parents, of].join(' → ')} is a circle`);
      return await this.render(place, key, context, parents, began);
    } catch (error) {
      const [app = ''] = of.split('/');
      const version = releaseOf(set, app)?.manifest.version ?? '';
      const why = reason(error);
      const isNone = error instanceof NoFragmentError;
      this.log('warn', 'fragment left out', { fragment: of, version, path: context.url.pathname, reason: why });
      if (!isNone) fragments.isComplete = false;
      if (place.required) fragments.status = Math.max(fragments.status, 503);
      const outcome = { of, key: key ?? '', version, state: 'fallback', ms: performance.now() - began } as const;
      fragments.outcomes.push({ ...outcome, fromCache: false, why, isNone, isFault: isFaultOfRelease(error) });
      return { attributes: placeAttributes(key ?? '', 'fallback'), content: '' };
    }
  }

  private async render(
    place: FragmentPlace,
    key: string,
    context: FillContext,
    parents: readonly string[],
    began: number,
  ): Promise<Filled> {
    const { fragments, set } = context;
    const [app = '', name = ''] = place.of.split('/');
    const release = releaseOf(set, app);
    fragments.uses[app] = release?.manifest.version ?? '';
    const declared = release?.manifest.fragments.find((each) => each.name === name);
    if (!release || !declared) throw new NoFragmentError(`${app} has no release with a fragment "${name}"`);
    // Its HTML and styles would be part of the page itself.
    if (release.isIsolated) throw new NoFragmentError(`${app} is isolated: pages of others hold no fragments of it`);
    const props = readProps(place.props);
    const when = place.when ?? declared.when;
    const outcome = { of: place.of, key, version: release.manifest.version };
    for (const cookie of declared.cookies) fragments.cookies.add(cookie);
    if (when !== 'server') {
      fragments.outcomes.push({ ...outcome, state: 'pending', ms: 0, fromCache: false });
      return { attributes: placeAttributes(key, 'pending', place.when ? undefined : when), content: '' };
    }
    const attributes = { app, version: release.manifest.version, memory: 'no' };
    const { rendered, content } = await asStep(
      this.onSpan,
      context.trace,
      { name: `fragment ${place.of}`, attributes },
      async (traceparent) => {
        const request = { release, declared, propsText: place.props, props, trace: traceparent };
        const rendered = await before(context.deadline, this.source.get(request, context));
        if (rendered.fromCache) attributes.memory = 'yes';
        const within = { ...context, trace: traceparent === undefined ? undefined : { traceparent } };
        const around = [...place.around, FRAGMENT_ELEMENT];
        // Its team cannot know the elements around its place.
        const why = whyNoFragment(rendered.html, around);
        if (why) throw new NoFragmentError(`in its place, within ${place.around.join(' > ')}, ${why}`);
        const html = rendered.html.replaceAll(FRAGMENT_KEY_MARK, key);
        const content = await this.fill(html, within, [...parents, place.of], around);
        return { rendered, content };
      },
    );
    if (place.required && rendered.status !== 200) fragments.status = Math.max(fragments.status, rendered.status);
    fragments.maxAge = Math.min(fragments.maxAge, rendered.maxAge);
    const { interactive, js, css } = declared;
    fragments.addFiles(release, interactive ? js : [], css);
    if (interactive) fragments.addPart(release, key, { app, name, data: rendered.data });
    const { fromCache } = rendered;
    fragments.outcomes.push({ ...outcome, state: 'ready', ms: performance.now() - began, fromCache });
    return { attributes: placeAttributes(key, 'ready'), content };
  }
}

interface FragmentPlace extends PlaceInHtml {
  /** `{app}/{name}`, as written in the HTML. */
  of: string;
  /** JSON; empty for none. */
  props: string;
  required: boolean;
  /** Undefined: the declaration's. */
  when: FragmentWhen | undefined;
}

const MARKUP = `<${FRAGMENT_ELEMENT}`;
const END_TAG = new RegExp(`</${FRAGMENT_ELEMENT}[ \\t\\n>]`, 'iy');

function placeOf(html: string, found: PlaceInHtml): FragmentPlace | undefined {
  END_TAG.lastIndex = found.contentAt;
  // Only the composer may fill the element.
  if (!END_TAG.test(html)) return undefined;
  const attributes = readAttributes(html.slice(found.attributesAt - MARKUP.length, found.contentAt));
  const attribute = (name: string): string | undefined => attributes.find((each) => each.name === name)?.value;
  const of = attribute(FRAGMENT_ATTRIBUTES.of);
  if (of === undefined) return undefined;
  return {
    ...found,
    of,
    props: attribute(FRAGMENT_ATTRIBUTES.props) ?? '',
    required: attribute(FRAGMENT_ATTRIBUTES.required) !== undefined,
    when: fragmentWhenSchema.safeParse(attribute(FRAGMENT_ATTRIBUTES.when)).data,
  };
}

/** Returns the fragment places in HTML, in order. Comments and texts that look like one are none. */
export function findPlaces(html: string, around = AROUND_PAGE): FragmentPlace[] {
  if (!html.includes(MARKUP)) return [];
  return (scanPlaces(html, around) ?? parsePlaces(html, around)).flatMap((found) => placeOf(html, found) ?? []);
}

/** Returns the HTML with each place's attributes and content. @param filled in the order of the places */
export function fillPlaces(
  html: string,
  places: readonly FragmentPlace[],
  filled: readonly { attributes: string; content: string }[],
): string {
  const parts: string[] = [];
  let at = 0;
  places.forEach(({ attributesAt, contentAt }, index) => {
    const { attributes = '', content = '' } = filled[index] ?? {};
    parts.push(html.slice(at, attributesAt), attributes, html.slice(attributesAt, contentAt), content);
    at = contentAt;
  });
  return parts.join('') + html.slice(at);
}

/** Parents out of which browsers move (foster-parent) all that is no part of a table. */
const TABLES = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);
/** Elements within which a fragment is no HTML element, or is not shown. */
const CLOSED = new Set(['svg', 'math', 'select']);

class PlaceParser extends OpenParser {
  readonly places: PlaceInHtml[] = [];

  read(html: string): void {
    this.write(html, true);
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    if (token.tagName !== FRAGMENT_ELEMENT || this.isInTemplate) return;
    const { current } = this;
    if (!token.location || !current || !('tagName' in current) || current.tagName !== FRAGMENT_ELEMENT) return;
    const open = this.state().open.flatMap((item) => ('tagName' in item ? item.tagName : []));
    const around = open.slice(2, -1);
    const parent = around.at(-1) ?? '';
    this.places.push({
      attributesAt: token.location.startOffset + `<${FRAGMENT_ELEMENT}`.length,
      contentAt: token.location.endOffset,
      around,
      misplacedIn: around.find((name) => CLOSED.has(name)) ?? (TABLES.has(parent) ? parent : undefined),
    });
  }
}

/** Returns the fragment places in any HTML, as a browser's parser reads it. */
export function parsePlaces(html: string, around: readonly string[]): PlaceInHtml[] {
  const before = `<!doctype html><html><head></head><body>${around.map((name) => `<${name}>`).join('')}`;
  const parser = new PlaceParser({ sourceCodeLocationInfo: true });
  parser.read(before + html);
  return parser.places.slice(0, MOST_PLACES).map((place) => ({
    ...place,
    attributesAt: place.attributesAt - before.length,
    contentAt: place.contentAt - before.length,
  }));
}

/** A start tag as serializers write it: lower case, values in double quotes or none. */
const START_TAG = /^<[a-z][a-z0-9-]*((?:[ \n]+[a-z][a-z0-9-]*(?:="[^"\0\r]*")?)*)[ \n]*>$/;
const ATTRIBUTE = /([a-z][a-z0-9-]*)(?:="([^"]*)")?/g;

/** The character references that serializers write. HTML parsers know two thousand more. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
};
const REFERENCE = /&(?:quot|amp|lt|gt|nbsp|#39|#x27);/g;
const OTHER_REFERENCE = /&(?!(?:quot|amp|lt|gt|nbsp|#39|#x27);)/;

const decoded = (value: string): string =>
  value.includes('&') ? value.replace(REFERENCE, (reference) => REFERENCES[reference] ?? reference) : value;

/** Returns the attributes of a start tag, as a browser reads them: of two with one name the first counts. */
export function readAttributes(startTag: string): Token.Attribute[] {
  const written = START_TAG.exec(startTag)?.[1];
  if (written !== undefined && !OTHER_REFERENCE.test(written))
    return [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => ({ name, value: decoded(value) }));
  const [element] = parseFragment(startTag).childNodes;
  return element && 'attrs' in element ? element.attrs : [];
}

/** Cache of renders for all visitors, beside the cached pages. */
const CACHE = { max: 2_000, maxSize: 8 * 1024 * 1024 };
/** Time for which a failed render is not retried. */
const FAILED_MS = 1_000;

interface FragmentRequest {
  release: LoadedRelease;
  declared: ReleaseFragment;
  /** As written in the HTML: part of the cache key. */
  propsText: string;
  props: FragmentProps;
  trace: string | undefined;
}

export interface RenderedFragment extends FragmentResult {
  maxAge: number;
  fromCache: boolean;
}

type Rendering = Promise<Omit<RenderedFragment, 'fromCache'>>;

/** Renders fragments, and caches renders without cookies by release, name and props. */
export class FragmentSource {
  private readonly cache = new LRUCache<string, Rendering>(CACHE);

  constructor(private readonly renderer: Pick<Renderer, 'fragment'>) {}

  async get(request: FragmentRequest, context: FillContext): Promise<RenderedFragment> {
    const { release, declared, propsText } = request;
    const cookies = context.cookiesOf(declared.cookies);
    if (Object.keys(cookies).length > 0) {
      return { ...(await this.render(request, context, context.url.href, cookies)), maxAge: 0, fromCache: false };
    }
    const key = `${release.code.id} ${context.site.path} ${declared.name} ${propsText}`;
    const known = this.cache.get(key);
    if (known) {
      const rendered = await known;
      const left = this.cache.getRemainingTTL(key) / 1_000;
      return { ...rendered, maxAge: Math.min(rendered.maxAge, left), fromCache: true };
    }
    // Any page may use it: it is rendered for the site's root.
    const result = this.render(request, context, new URL('/', context.url).href, {});
    this.cache.set(key, result, { size: 1 });
    result.then(
      (rendered) => this.keep(key, result, rendered.maxAge * 1_000, JSON.stringify(rendered).length),
      // A failure by a visitor's own props is not cached for others.
      () => this.keep(key, result, context.hasVisitorProps ? 0 : FAILED_MS, 1),
    );
    return { ...(await result), fromCache: false };
  }

  private keep(key: string, result: Rendering, ttl: number, length: number): void {
    // The library would keep the entry's first size.
    this.cache.delete(key);
    if (ttl > 0) this.cache.set(key, result, { ttl, size: 2 * length + 500 });
  }

  private async render(
    { release, declared, props, trace }: FragmentRequest,
    { site: { config }, hasVisitorProps }: FillContext,
    url: string,
    cookies: Readonly<Record<string, string>>,
  ): Rendering {
    const request = { name: declared.name, props, url, config, cookies };
    const result = await this.renderer.fragment(release, request, trace, hasVisitorProps);
    return { ...result, maxAge: Math.min(result.maxAge ?? declared.maxAge, declared.maxAge) };
  }
}

/** Outcome of one fragment place, for metrics, `/_composition` and the judge of canaries. */
export interface FragmentOutcome {
  of: string;
  key: string;
  version: string;
  state: FragmentState;
  /** Milliseconds until it was rendered or given up. */
  ms: number;
  fromCache: boolean;
  why?: string;
  /** True when no such fragment exists or can exist: its name is no label for metrics. */
  isNone?: boolean;
  /** True when its release is at fault: not for load, lateness or a place without a fragment. */
  isFault?: boolean;
}

/** What the fragments of one page add to it. */
export class PageFragments {
  /** Versions by app; empty for an app without a release. */
  readonly uses: Record<string, string> = {};
  readonly cookies = new Set<string>();
  /** Browser parts of fragments, by key. */
  readonly parts: Record<string, FragmentOnPage> = {};
  readonly outcomes: FragmentOutcome[] = [];
  private readonly releases = new Map<string, LoadedRelease>();
  private readonly files = new Map<string, { manifest: ReleaseManifest; js: Set<string>; css: Set<string> }>();
  private count = 0;
  /** Seconds for which the page may be reused. */
  maxAge = Number.POSITIVE_INFINITY;
  /** Status of a required fragment. */
  status = 200;
  /** False when a fragment is missing that a retry may bring. */
  isComplete = true;

  /** @param keys prefix of this page's keys @param first key of the first place */
  constructor(
    private readonly keys: string,
    private readonly first = `${keys}1`,
  ) {}

  /** @returns key of the next place; undefined when the page is full */
  nextKey(): string | undefined {
    this.count += 1;
    if (this.count > FRAGMENT_LIMITS.perPage) return undefined;
    return this.count === 1 ? this.first : `${this.keys}${this.count}`;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  addFiles(release: LoadedRelease, scripts: readonly string[], styles: readonly string[]): void {
    const { manifest, js, css } = wantedOf(release, scripts, styles);
    const known = this.files.getOrInsert(manifest.app, { manifest, js: new Set<string>(), css: new Set<string>() });
    for (const file of js) known.js.add(file);
    for (const file of css) known.css.add(file);
  }

  addPart(release: LoadedRelease, key: string, part: FragmentOnPage): void {
    this.parts[key] = part;
    this.releases.set(release.manifest.app, release);
  }

  /** Releases with browser parts on the page. */
  get interactiveReleases(): LoadedRelease[] {
    return [...this.releases.values()];
  }

  get pageFiles(): PageFiles[] {
    return [...this.files.values()].map(({ manifest, js, css }) => ({ manifest, js: [...js], css: [...css] }));
  }
}

const placeAttributes = (key: string, state: FragmentState, when?: FragmentWhen): string => {
  const { key: keyName, state: stateName, when: whenName } = FRAGMENT_ATTRIBUTES;
  return ` ${keyName}="${key}" ${stateName}="${state}"${when ? ` ${whenName}="${when}"` : ''}`;
};

const PATHS_KEPT = 500;

/** Returns one entry a release, at fault if one of its fragments is. */
function judgedParts(outcomes: readonly FragmentOutcome[]): ReleaseInPage[] {
  const parts = new Map<string, ReleaseInPage>();
  for (const outcome of outcomes) {
    if (outcome.version === '' || (outcome.state !== 'ready' && !outcome.isFault)) continue;
    const app = outcome.of.slice(0, outcome.of.indexOf('/'));
    const known = parts.get(app);
    parts.set(app, { app, version: outcome.version, failed: (known?.failed ?? false) || (outcome.isFault ?? false) });
  }
  return [...parts.values()];
}

/** Keeps the outcomes of fragments for `/metrics`, `/_composition` and the judge of canaries. */
export class FragmentWatch {
  private readonly recent = new LRUCache<string, readonly FragmentOutcome[]>({ max: PATHS_KEPT });

  constructor(private readonly metrics: Pick<Metrics, 'fragments'>) {}

  /** Records the fragments of a rendered page. @param path without its query */
  made(response: StoredResponse, path: string, outcomes: readonly FragmentOutcome[]): void {
    if (outcomes.length === 0) return void this.recent.delete(path);
    this.recent.set(path, outcomes);
    response.fragmentParts = judgedParts(outcomes);
    this.count(outcomes);
  }

  count(outcomes: readonly FragmentOutcome[]): void {
    for (const { of, version, state, fromCache, ms, isNone } of outcomes) {
      if (state === 'pending') continue;
      const outcome = state === 'ready' ? (fromCache ? 'cached' : 'rendered') : 'fallback';
      this.metrics.fragments.observe({ fragment: isNone ? 'none' : of, version, outcome }, ms / 1_000);
    }
  }

  /** Returns the fragments of the last page at a path. */
  at(path: string): readonly FragmentOutcome[] {
    return this.recent.get(path) ?? [];
  }
}
