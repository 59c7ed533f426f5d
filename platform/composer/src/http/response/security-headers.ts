import type { RenderedPage } from '@wholepage/contracts/render';
import type { Settings } from '../../settings/settings';

/** By which a development server tells of changes. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

/** Headers of every answer. */
const OF_ALL = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Of what a browser may show as a document: they govern documents, and nothing else heeds them. */
const OF_DOCUMENTS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** What only ever is a part of a page, or shows no more than itself. Whatever is not named here may be a document. */
const PART_OF_PAGE = /^(?:text\/(?:javascript|css)|font\/woff2|image\/(?:avif|webp|png|jpeg|x-icon)|video\/mp4)(?:;|$)/;

const isPartOfPage = (contentType: string): boolean => PART_OF_PAGE.test(contentType);

/** Headers that an answer of this type gets, whatever it holds. */
export const securityHeaders = (contentType = ''): Record<string, string> =>
  isPartOfPage(contentType) ? OF_ALL : { ...OF_ALL, ...OF_DOCUMENTS };

/** A drawing opened by itself runs nothing. */
const DRAWING_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; sandbox";
/** In a window of its own it has no origin: no page can write into it what its own policy would not run. */
const PART_POLICY = 'sandbox';

/** Headers of a release's file. */
export const fileSecurityHeaders = (contentType: string): Record<string, string> => ({
  ...securityHeaders(contentType),
  'content-security-policy': isPartOfPage(contentType) ? PART_POLICY : DRAWING_POLICY,
  'cross-origin-resource-policy': 'same-origin',
});

/**
 * The page's policy: our own files, what the site's `csp` names, and what this very page asked for.
 * @param trustedTypes policies that the page's releases make; undefined when one of them does not tell. A page that
 * lets a payment provider's script in cannot hold it to ours.
 * @param dev origins of builds in development: all that they are made of comes from there
 */
export function contentSecurityPolicy(
  settings: Settings,
  allow: RenderedPage['allow'],
  trustedTypes: string[] | undefined = undefined,
  dev: readonly string[] = [],
): string {
  const { definition, values } = settings.site;
  const {
    script = [],
    frame = [],
    connect = [],
    img = [],
    media = [],
    form = [],
  } = definition.csp?.(values, allow) ?? {};
  const frames = [...(allow?.frame ?? []), ...frame];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...dev, ...(allow?.script ?? []), ...script],
    'style-src': ["'self'", ...dev],
    'img-src': ["'self'", ...dev, ...img],
    'font-src': ["'self'", ...dev],
    'media-src': ["'self'", ...dev, ...media],
    'connect-src': ["'self'", ...dev, ...dev.map(socketOf), ...(allow?.connect ?? []), ...connect],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    // Released scripts carry no policy that a worker of one would be held to.
    'worker-src': ["'none'"],
    'form-action': ["'self'", ...form],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(trustedTypes &&
      !allow?.script?.length && { 'require-trusted-types-for': ["'script'"], 'trusted-types': trustedTypes }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}
