/**
 * Each use of a global is a search in the sandbox of a test, but of these: simulations took five times as long. A package that
 * declares one of these names cannot be loaded in a test.
 */
export const INJECTED_GLOBALS = ['Math', 'Object', 'Array', 'Number', 'Map'];
