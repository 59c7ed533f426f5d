import { PRIVATE_API_NAMES } from '@wholepage/contracts/api-names';

/**
 * Says why an app cannot have this name. `/api/{app}/…` is its back end's, so the name must not be a first segment of
 * the site's own API.
 * @param apiPaths first segments of the site's API
 * @returns undefined when it can
 */
export function whyNoAppName(name: string, apiPaths: readonly string[] = []): string | undefined {
  const isTaken = PRIVATE_API_NAMES.includes(name) || apiPaths.includes(name);
  return isTaken ? `/api/${name} is the site's own API: choose another name than ${name}` : undefined;
}
