import type { RenderResult } from 'contracts/render';
import type { Settings } from '../settings/settings';

const originOf = (host: string): string[] => (/^https?:/.test(host) ? [new URL(host).origin] : []);

/** By which a development server tells of changes. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

const NO_CHECKOUT: Settings['checkoutHosts'] = { script: [], frame: [], connect: [], img: [] };

/** What the checkout's script goes on to need, for a page that lets this script in. */
const checkoutOf = ({ checkoutUrl, checkoutHosts }: Settings, allow: RenderResult['allow']): typeof checkoutHosts =>
  originOf(checkoutUrl).some((origin) => allow?.script?.includes(origin)) ? checkoutHosts : NO_CHECKOUT;

/** Headers of every answer. */
export const BASE_HEADERS: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/**
 * The page's policy: our own files, the hosts that the settings name, and what this very page asked for.
 * @param trustedTypes policies that the page's releases make; undefined when one of them does not tell. A page that
 * lets a payment provider's script in cannot hold it to ours.
 * @param devOrigin of a build in development that one person lays over the site: all it is made of comes from there
 */
export function contentSecurityPolicy(
  settings: Settings,
  allow: RenderResult['allow'],
  trustedTypes: string[] | undefined = undefined,
  devOrigin: string | undefined = undefined,
): string {
  const dev = devOrigin ? [devOrigin] : [];
  const forms = [...originOf(settings.FORM_HOST), ...originOf(settings.STUDIO_HOST)];
  const connect = [...forms, ...[settings.BLOG_HOST, settings.COURSE_HOST, settings.EMAILJS_ORIGIN].flatMap(originOf)];
  const checkout = checkoutOf(settings, allow);
  const frames = [...(allow?.frame ?? []), ...checkout.frame];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...dev, ...(allow?.script ?? []), ...checkout.script],
    'style-src': ["'self'", ...dev],
    'img-src': ["'self'", ...dev, ...originOf(settings.BLOG_HOST), ...checkout.img],
    'font-src': ["'self'", ...dev],
    'media-src': ["'self'", ...dev],
    'connect-src': ["'self'", ...dev, ...dev.map(socketOf), ...connect, ...(allow?.connect ?? []), ...checkout.connect],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...forms],
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
