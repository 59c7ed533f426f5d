/** For how long a page may be served again: posts are to be seen within a minute of being published. */
export const FRESH_SECONDS = 30;
