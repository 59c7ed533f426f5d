/** Joins class names; leaves out what is not set. */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
