import type { PublicConfig } from '@wholepage/contracts/config';
import type { FragmentProps } from '@wholepage/contracts/fragment';
import type { FragmentResult, ReleaseFragment } from '@wholepage/contracts/fragment-schema';
import { LRUCache } from 'lru-cache';
import type { Renderer } from '../guests/renderer';
import type { LoadedRelease } from '../releases/release-set';

/** Renderings kept for all visitors, beside the pages that they are in. */
const CACHE = { max: 2_000, maxSize: 8 * 1024 * 1024 };
/** What failed is not tried for every visitor. */
const FAILED_MS = 1_000;

/** What is asked of a fragment's team. */
export interface FragmentRequest {
  release: LoadedRelease;
  declared: ReleaseFragment;
  /** As it was written: it names the rendering in the cache. */
  propsText: string;
  props: FragmentProps;
  /** Of the page that holds it. */
  url: string;
  config: PublicConfig;
  /** Names the site's settings. */
  settings: string;
  /** Those of the visitor's that it declares. */
  cookies: Readonly<Record<string, string>>;
  trace: string | undefined;
  /** Whether a visitor wrote its props, and no page. */
  hasVisitorProps: boolean;
}

/** A rendering, and where it came from. */
export interface RenderedFragment extends FragmentResult {
  maxAge: number;
  fromCache: boolean;
}

interface Cached {
  result: Promise<FragmentResult & { maxAge: number }>;
  expiresAt: number;
  size: number;
}

/** Renders fragments, and keeps what is the same for everybody: by release, name and props. */
export class FragmentSource {
  private readonly cache = new LRUCache<string, Cached>({
    max: CACHE.max,
    maxSize: CACHE.maxSize,
    sizeCalculation: ({ size }) => size,
  });

  constructor(private readonly renderer: Pick<Renderer, 'fragment'>) {}

  /** @throws RenderError naming the release and the reason */
  async get(request: FragmentRequest): Promise<RenderedFragment> {
    if (Object.keys(request.cookies).length > 0) {
      return { ...(await this.render(request, request.url)), maxAge: 0, fromCache: false };
    }
    const { release, declared, propsText, settings } = request;
    const key = `${release.code.id} ${settings} ${declared.name} ${propsText}`;
    const known = this.cache.get(key);
    if (known && known.expiresAt > Date.now()) return { ...(await known.result), fromCache: true };
    // Every page may hold it: it is rendered for none of them.
    const result = this.render(request, new URL('/', request.url).href);
    this.cache.set(key, { result, expiresAt: Number.POSITIVE_INFINITY, size: 1 });
    result.then(
      (rendered) => this.keep(key, result, rendered.maxAge * 1_000, rendered.html.length),
      () => this.keep(key, result, FAILED_MS, 1),
    );
    return { ...(await result), fromCache: false };
  }

  private keep(key: string, result: Cached['result'], lifetimeMs: number, htmlLength: number): void {
    if (lifetimeMs <= 0) this.cache.delete(key);
    else this.cache.set(key, { result, expiresAt: Date.now() + lifetimeMs, size: 2 * htmlLength + 500 });
  }

  private async render(
    { release, declared, props, config, cookies, trace, hasVisitorProps }: FragmentRequest,
    url: string,
  ): Promise<FragmentResult & { maxAge: number }> {
    const request = { name: declared.name, props, url, config, cookies };
    const result = await this.renderer.fragment(release, request, trace, hasVisitorProps);
    return { ...result, maxAge: Math.min(result.maxAge ?? declared.maxAge, declared.maxAge) };
  }
}
