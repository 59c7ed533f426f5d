import { escapeHtml } from '@wholepage/page-rules/escape-html';

/** A text of JSON as it may stand in a script element. */
export const scriptText = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

export const inlineJson = (value: unknown): string => scriptText(JSON.stringify(value));

/** `<name a="b">`; attributes without a value are left out. */
export function tag(name: string, attributes: Record<string, string | boolean | undefined>): string {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  return `<${name}${words.join('')}>`;
}
