/** The start of a text that a foreign host sent, no longer than the page's head may carry. */
export const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
