import type { AddressView } from '@wholepage/contracts/mount';

/** Path and query of the address bar. */
export const currentAddress = ({ location }: AddressView): string => location.pathname + location.search;
