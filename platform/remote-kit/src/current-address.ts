/** Path and query of the address bar. */
export const currentAddress = (): string => window.location.pathname + window.location.search;
