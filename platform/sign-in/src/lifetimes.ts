/** Minutes for which a link works: long enough to hand it over, short enough that a forgotten one opens nothing. */
export const LINK_MINUTES = 15;

/** Minutes of rest after which a session ends. */
export const IDLE_MINUTES = 30;
