import { networkOf } from '@wholepage/releases/network';

/** A phone's network. The /48 of the evidence would count thousands of phones of one carrier as one visitor. */
const VISITOR_BITS = 64;

/** Whose posts count together. */
export const groupOf = (address: string): string => networkOf(address, VISITOR_BITS);
