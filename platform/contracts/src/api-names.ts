/** First segments of the API's addresses for those who run it. They have a port of their own; visitors are refused them. */
export const PRIVATE_API_NAMES: readonly string[] = ['metrics', 'healthz', 'readyz', 'site', 'office'];

/**
 * Says why an app cannot have this name: `/api/{app}/…` is its back end's, so the name is no first segment of the site's
 * own API.
 * @param apiPaths first segments of the site's API
 * @returns undefined when it can
 */
export function whyNoAppName(name: string, apiPaths: readonly string[] = []): string | undefined {
  const isTaken = PRIVATE_API_NAMES.includes(name) || apiPaths.includes(name);
  return isTaken ? `/api/${name} is the site's own API: choose another name than ${name}` : undefined;
}
