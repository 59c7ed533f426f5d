/** What says something to the console, after a word for who says it. */
type Say = (...words: unknown[]) => void;

const silent: Say = () => {};

/**
 * Takes the place of the federation's own logger in the host's build. Its faults and warnings reach the console, and no switch
 * in a visitor's storage makes it say more than those.
 */
export const createLogger = (prefix: string) => ({
  error: ((...words) => console.error(prefix, ...words)) satisfies Say,
  warn: ((...words) => console.warn(prefix, ...words)) satisfies Say,
  log: silent,
  info: silent,
  debug: silent,
});

export const logger = createLogger('[ Module Federation ]');

// Only tools for builds use these, which are not part of a page.
export { createLogger as createInfrastructureLogger, logger as infrastructureLogger };
export const bindLoggerToCompiler = silent;
