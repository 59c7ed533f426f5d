/*
 * What is asked of a browser, and of its Trusted Types as much as is needed here. What a policy makes is a string to the
 * compiler.
 */

interface Rules {
  createHTML?(html: string): string;
  createScript?(text: string): string;
  createScriptURL?(url: string): string;
}

interface PolicyFactory<Policy> {
  createPolicy(name: string, rules: Rules): Policy;
}

/** HTML without anything in it, which browsers trust without a policy. */
export const emptyHtml = (): string =>
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '';

/** A policy of ours, which the page's CSP must name; undefined where browsers know none. @template Policy what others call it */
export const createPolicy = <R extends Rules, Policy extends R = R>(name: string, rules: R): Policy | undefined =>
  (globalThis as { trustedTypes?: PolicyFactory<Policy> }).trustedTypes?.createPolicy(name, rules);

/** Puts an element that loads a file into the page. @throws when the file does not come, or is not the promised bytes */
export const arrival = (element: HTMLElement, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} did not come, or is not the promised bytes`));
    };
    document.head.append(element);
  });

/** What comes from an address; {@link fetchJson}: as JSON. @throws when nothing comes, or what stands for it */
export async function fetched(url: string | URL, asked?: RequestInit): Promise<Response> {
  const response = await fetch(url, asked);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return response;
}

/** The JSON of it. @throws as {@link fetched} does */
export const fetchJson = async <T>(url: string, asked?: RequestInit): Promise<T> => (await fetched(url, asked)).json();

/** Lets the browser answer the visitor and paint before work goes on: no task of ours is to take 50 ms on a slow phone. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
