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
