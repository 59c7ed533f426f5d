import type { AddressView } from 'contracts/mount';

/** Path and query of the address bar. */
export const currentAddress = ({ location }: AddressView): string => location.pathname + location.search;
