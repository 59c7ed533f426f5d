import { escapeHtml } from '@wholepage/page-rules/html';

/** A text of JSON as it may stand in a script element. */
export const scriptText = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

export const inlineJson = (value: unknown): string => scriptText(JSON.stringify(value));

/** A document that no search engine is to list. @param head of it beside its title @param body tag and content */
export const unlistedDocument = (
  lang: string,
  title: string,
  head: readonly string[],
  body: readonly string[],
): string =>
  [
    '<!doctype html>',
    tag('html', { lang }),
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    '</head>',
    ...body,
    '</body>',
    '</html>',
  ].join('\n');

/** `<name a="b">`; attributes without a value are left out. */
export function tag(name: string, attributes: Record<string, string | boolean | undefined>): string {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  return `<${name}${words.join('')}>`;
}
