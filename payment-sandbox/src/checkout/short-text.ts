/** What was typed, trimmed and cut; empty when it is not text. */
export const shortText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : '';
