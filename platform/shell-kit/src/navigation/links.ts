import { isPlain } from '@wholepage/page-rules/address';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { pageOf } from './arrive';

/*
 * What a visitor asks for by a link or a form, as the browser would take it.
 */

/** The same-origin address that a click asks for, when the browser would open it in this very tab. */
export function clickedAddress(event: MouseEvent): URL | undefined {
  const url = isPlain(event) ? linkAddress(event.target) : undefined;
  return url?.hash && pageOf(url) === pageOf(window.location) ? undefined : url;
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

/** Ordinary page loads, for when a page cannot be shown within this document. */
export function loadPage({ href }: URL): void {
  const { location } = window;
  if (href === location.href) location.reload();
  else location.assign(href);
}

/** A browser waits longer for a slow line than anybody waits for us. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Whether a request to the server fails. One that is only late does not. A page load that ends in the browser's own error page
 * would take the visitor out of the site.
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

/** Whether the visitor asked their browser to fetch only what they ask for. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fields of a form take the place of its own properties: a field may be named `submit`, `method` or `closest` (DOM
 * clobbering). These read and call what the browser defines.
 */

/** The nearest element around a node, itself included, that matches. */
export const closest = <E extends Element = HTMLElement>(target: EventTarget | null, selector: string): E | null =>
  target instanceof Element ? (Element.prototype.closest.call(target, selector) as E | null) : null;

/** Whether a form posts, as its markup says. */
export const isPosted = (form: HTMLFormElement): boolean =>
  Element.prototype.getAttribute.call(form, 'method')?.toLowerCase() === 'post';

/** Sends a form as a page without scripts does: nobody hears a `submit`. */
export const submitForm = (form: HTMLFormElement): void => HTMLFormElement.prototype.submit.call(form);

/** @returns whether somebody prevented what would happen by default */
export const isAnswered = (form: HTMLFormElement, event: Event): boolean =>
  !EventTarget.prototype.dispatchEvent.call(form, event);
