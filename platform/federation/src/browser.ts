/*
 * Functions of the browser: loads, fetches, tasks, and the part of Trusted Types that this package needs. To the
 * compiler, a policy makes strings.
 */

interface Rules {
  createHTML?(html: string): string;
  createScript?(text: string): string;
  createScriptURL?(url: string): string;
}

interface PolicyFactory<Policy> {
  createPolicy(name: string, rules: Rules): Policy;
}

/** Returns empty HTML, which browsers trust without a policy. */
export const emptyHtml = (): string =>
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '';

/** Creates a policy, which the page's CSP must name; undefined without Trusted Types. @template Policy type for the caller */
export const createPolicy = <R extends Rules, Policy extends R = R>(name: string, rules: R): Policy | undefined =>
  (globalThis as { trustedTypes?: PolicyFactory<Policy> }).trustedTypes?.createPolicy(name, rules);

/** Adds an element to the page; resolves when its file has loaded. @throws when the file does not load, or fails its integrity */
export const arrival = (element: HTMLElement, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} did not come, or is not the promised bytes`));
    };
    document.head.append(element);
  });

/** Fetches an address; {@link fetchJson} reads JSON. @throws when there is no response, or its status is an error */
export async function fetched(url: string | URL, asked?: RequestInit): Promise<Response> {
  const response = await fetch(url, asked);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return response;
}

/** Fetches JSON. @throws as {@link fetched} does, and when the body is not JSON */
export const fetchJson = async <T>(url: string, asked?: RequestInit): Promise<T> => (await fetched(url, asked)).json();

/** Resolves in the next task, so that the browser can respond and paint first: no task may take 50 ms on a slow phone. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
