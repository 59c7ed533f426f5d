import { isPlain } from '@wholepage/page-rules/address';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { pageOf } from './arrive';

/* Links and forms, as the browser would treat them. */

/** Returns the same-origin address of a clicked link that the browser would open in this tab. */
export function clickedAddress(event: MouseEvent): URL | undefined {
  const url = isPlain(event) ? linkAddress(event.target) : undefined;
  return url?.hash && pageOf(url) === pageOf(window.location) ? undefined : url;
}

/** Returns the id of the section that a link opens on its page: `section` of a navigation link. */
export const linkSection = (target: EventTarget | null): string | undefined =>
  closest<HTMLAnchorElement>(target, 'a[data-section]')?.dataset.section;

/** Returns the same-origin address of the link around a node. */
export function linkAddress(target: EventTarget | null): URL | undefined {
  const link = closest<HTMLAnchorElement>(target, 'a[href]');
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  // A link within an SVG has no `origin`; one with an invalid address has an empty one.
  return link.origin === window.location.origin ? new URL(link.href) : undefined;
}

/** Loads a page that this document cannot show. */
export function loadPage({ href }: URL): void {
  const { location } = window;
  if (href === location.href) location.reload();
  else location.assign(href);
}

/** On a slow line a browser waits longer for a page than a visitor would wait for this answer. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Resolves to true when a request to the server fails; a late answer is no failure. Asked before a page load, because
 * the browser's own error page would take the visitor out of the site.
 */
export const isUnreachable = (url: URL): Promise<boolean> =>
  orAfter(
    fetch(url, { method: 'HEAD', redirect: 'manual' }).then(
      () => false,
      () => true,
    ),
    ANSWER_LIMIT_MS,
    () => false,
  );

/** Whether the visitor's browser is set to save data. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * A form's fields hide its own properties: a field may be named `submit`, `method` or `closest` (DOM clobbering). The
 * functions below use the browser's own definitions.
 */

/** Returns the nearest ancestor of a node, itself included, that matches. */
export const closest = <E extends Element = HTMLElement>(target: EventTarget | null, selector: string): E | null =>
  target instanceof Element ? (Element.prototype.closest.call(target, selector) as E | null) : null;

/** Whether a form's markup says `method="post"`. */
export const isPosted = (form: HTMLFormElement): boolean =>
  Element.prototype.getAttribute.call(form, 'method')?.toLowerCase() === 'post';

/** Sends a form as a page without scripts does: no `submit` event. */
export const submitForm = (form: HTMLFormElement): void => HTMLFormElement.prototype.submit.call(form);

/** Dispatches an event on a form. @returns whether a listener prevented the default */
export const isAnswered = (form: HTMLFormElement, event: Event): boolean =>
  !EventTarget.prototype.dispatchEvent.call(form, event);
