import type { Page } from 'playwright-core';
import { Random } from '../walk/random';

/** A text between tags with a letter in it. */
const TEXT_RUN = /^[^<]*\p{L}[^<]*$/u;
/** Attributes that may be removed. Others stay, because the site's scripts and styles depend on them. */
const FREE_ATTRIBUTE = / (?:class|style|rel|target|loading|decoding|aria-hidden|title)="[^"]*"/;

type Rewriter = (tokens: string[], random: Random) => void;

const indexesOf = (tokens: readonly string[], fits: (token: string, index: number) => boolean): number[] =>
  tokens.flatMap((token, index) => (fits(token, index) ? [index] : []));

const change = (tokens: string[], at: number | undefined, with_: (token: string) => string): void => {
  if (at !== undefined) tokens[at] = with_(tokens[at] ?? '');
};

const isText = (token: string): boolean => TEXT_RUN.test(token);
const isOpening = (token: string): boolean => /^<(?:a|div|p|span|li|h\d|section|ul|button|strong|em)[\s>]/.test(token);

const REWRITERS: Record<string, Rewriter> = {
  'strips comments': (tokens) => {
    tokens.forEach((token, index) => {
      if (token.startsWith('<!--')) tokens[index] = '';
    });
  },
  'adds white space': (tokens, random) => {
    tokens.forEach((token, index) => {
      if (isOpening(token) && random.chance(0.1)) tokens[index] = `\n  ${token}`;
    });
  },
  'adds a comment': (tokens, random) =>
    change(tokens, random.pick(indexesOf(tokens, isOpening)), (token) => `<!-- proxied -->${token}`),
  'wraps a text': (tokens, random) =>
    change(
      tokens,
      random.pick(indexesOf(tokens, isText)),
      (text) => `<font style="vertical-align: inherit">${text}</font>`,
    ),
  'links a number': (tokens, random) =>
    change(tokens, random.pick(indexesOf(tokens, (token) => isText(token) && /\d{3}/.test(token))), (text) =>
      text.replace(/\d{3,}/, '<a href="tel:$&">$&</a>'),
    ),
  'protects an e-mail address': (tokens, random) =>
    change(
      tokens,
      random.pick(indexesOf(tokens, (token) => isText(token) && token.includes('@'))),
      () => '<span class="__cf_email__" data-cfemail="5a3b">[email&#160;protected]</span>',
    ),
  'inserts an element': (tokens, random) =>
    change(tokens, random.pick(indexesOf(tokens, isOpening)), (token) => `<span class="add-on" hidden></span>${token}`),
  'removes a list item': (tokens, random) => {
    const at = random.pick(indexesOf(tokens, (token) => /^<li[\s>]/.test(token)));
    if (at === undefined) return;
    for (let depth = 0, index = at; index < tokens.length; index += 1) {
      if (/^<li[\s>]/.test(tokens[index] ?? '')) depth += 1;
      if (tokens[index] === '</li>') depth -= 1;
      tokens[index] = '';
      if (depth === 0) return;
    }
  },
  'adds an attribute': (tokens, random) =>
    change(tokens, random.pick(indexesOf(tokens, isOpening)), (token) => token.replace(/^<\w+/, '$& data-add-on="1"')),
  'removes an attribute': (tokens, random) =>
    change(tokens, random.pick(indexesOf(tokens, (token) => isOpening(token) && FREE_ATTRIBUTE.test(token))), (token) =>
      token.replace(FREE_ATTRIBUTE, ''),
    ),
};

export const PARTS = ['head', 'header', 'main', 'fragment', 'footer', 'everywhere'] as const;
export type Part = (typeof PARTS)[number];

const PART_PATTERN: Record<Part, RegExp> = {
  head: /(?<=<head>)[\s\S]*(?=<\/head>)/,
  header: /<header[\s>][\s\S]*<\/header>/,
  main: /(?<=<div id="slot">)[\s\S]*(?=<\/main>)/,
  fragment: /(?<=<fragment-slot[^>]*>)[\s\S]*?(?=<\/fragment-slot>)/,
  footer: /<footer[\s>][\s\S]*<\/footer>/,
  everywhere: /(?<=<div id="app">)[\s\S]*(?=<script type="application\/json")/,
};

/** Adds an element or a comment to the head, and at times removes the keywords. Neither makes another page of it. */
function rewriteHead(html: string, random: Random): string {
  const added = random.pick([
    '<meta name="proxied" content="1">',
    '<!-- proxied -->',
    '<link rel="dns-prefetch" href="//proxy.invalid">',
  ]);
  return random.chance(0.5) ? html + added : added + html.replace(/<meta name="keywords"[^>]*>/, '');
}

/** Rewrites a part of a page as proxies, add-ons and phones do. @returns the HTML, and the changes in words */
function rewrite(html: string, part: Part, random: Random): { html: string; what: string } {
  if (part === 'head')
    return { html: html.replace(PART_PATTERN.head, (head) => rewriteHead(head, random)), what: 'head' };
  const names = Object.keys(REWRITERS);
  const chosen = [random.pick(names), ...(random.chance(0.5) ? [random.pick(names)] : [])].filter(
    (name) => name !== undefined,
  );
  const rewritten = html.replace(PART_PATTERN[part], (piece) => {
    const tokens = piece.match(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g) ?? [];
    for (const name of chosen) REWRITERS[name]?.(tokens, random);
    return tokens.join('');
  });
  return { html: rewritten, what: `${chosen.join(', ')} in ${part}` };
}

/**
 * Rewrites every page load of a tab through the debugger. It intercepts only documents, so all other files load at full
 * speed.
 * @param note called with the changes to each document, in words, and its new HTML
 * @returns a function that ends the rewriting
 */
export async function rewritePages(
  page: Page,
  part: Part,
  seed: number,
  note: (what: string, html: string) => void,
): Promise<() => Promise<void>> {
  const random = new Random(seed);
  const client = await page.context().newCDPSession(page);
  client.on('Fetch.requestPaused', async ({ requestId, responseStatusCode = 0, responseHeaders = [] }) => {
    if (responseStatusCode !== 200) return client.send('Fetch.continueRequest', { requestId });
    const { body, base64Encoded } = await client.send('Fetch.getResponseBody', { requestId });
    const { html, what } = rewrite(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString(), part, random);
    note(what, html);
    await client.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: responseHeaders.filter(({ name }) => !/^content-(encoding|length)$/i.test(name)),
      body: Buffer.from(html).toString('base64'),
    });
  });
  await client.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] });
  return () => client.detach();
}

/** Returns the trimmed texts in the HTML's `#app`, without short ones and those with character references. */
export const textsOf = (html: string): string[] =>
  (PART_PATTERN.everywhere.exec(html)?.[0] ?? '')
    .replaceAll(/<(script|style|noscript|svg)[\s>][\s\S]*?<\/\1>/g, ' ')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text.length > 3 && !text.includes('&'));
