/** Longest body of a post without a file. */
export const BODY_LIMIT_BYTES = 64 * 1024;
