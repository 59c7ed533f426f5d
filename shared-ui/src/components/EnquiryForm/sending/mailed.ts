import type { EnquiryForm } from 'api-wire/forms';
import { attempt } from './drafts';

const keyOf = (form: EnquiryForm) => `enquiry-mailed:${form}`;

/**
 * What of a form has been mailed, for as long as the tab lives. When only the save failed, trying again must not send a
 * second mail. The submission's id is part of it, and so is what was typed: a corrected enquiry is mailed again.
 */
const contentOf = (id: string, values: Record<string, string>): string => JSON.stringify([id, values]);

export const wasMailed = (form: EnquiryForm, id: string, values: Record<string, string>): boolean =>
  attempt(() => sessionStorage.getItem(keyOf(form))) === contentOf(id, values);

export function noteMailed(form: EnquiryForm, id: string, values: Record<string, string>): void {
  attempt(() => sessionStorage.setItem(keyOf(form), contentOf(id, values)));
}

export function forgetMailed(form: EnquiryForm): void {
  attempt(() => sessionStorage.removeItem(keyOf(form)));
}
