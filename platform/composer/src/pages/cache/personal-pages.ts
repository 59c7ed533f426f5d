import type { StoredResponse } from '../../http/response/send';

const cookies = new WeakMap<StoredResponse, readonly string[]>();

/** Says that visitors who bring any of these cookies get a page of their own in the place of this one. */
export function markPersonal(response: StoredResponse, names: readonly string[]): void {
  if (names.length > 0) cookies.set(response, names);
}

/** Cookies with which a visitor gets a page of their own; none for a page that is the same for everybody. */
export const personalCookies = (response: StoredResponse): readonly string[] => cookies.get(response) ?? [];
