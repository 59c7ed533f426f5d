import { closest } from '../clobber-safe';

/** The same-origin address that a click asks for, when the browser would open it in this very tab. */
export function clickedAddress(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const url = linkAddress(event.target);
  if (!url) return undefined;
  const sameDocument = url.pathname === window.location.pathname && url.search === window.location.search;
  return sameDocument && url.hash ? undefined : url;
}

/** The part of its page that a link opens, by id: see `section` of a link of the navigation. */
export const linkSection = (target: EventTarget | null): string | undefined =>
  closest<HTMLAnchorElement>(target, 'a[data-section]')?.dataset.section;

/** The same-origin address of the link around a node. */
export function linkAddress(target: EventTarget | null): URL | undefined {
  const link = closest<HTMLAnchorElement>(target, 'a[href]');
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  // A link within a drawing has no `origin`, and one whose address cannot be understood an empty one.
  return link.origin === window.location.origin ? new URL(link.href) : undefined;
}
