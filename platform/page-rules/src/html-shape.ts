/* A file of its own: a page's first script contains it, while `html.ts` loads with the first soft navigation. */

/**
 * Number of elements, comments and characters of text in HTML. Proxies, add-ons and translators that rewrite a page
 * change one of the three. Server and browser count alike, which reveals a page that arrives changed.
 */
export type HtmlShape = `${number} ${number} ${number}`;

/** Elements whose content is text to a browser that runs scripts. */
const RAW_TEXT = /^<(noscript|style)[\s>]/i;
/** An entity is one character of text. */
const ENTITIES = /&(?:#x?[\da-f]+|[a-z]\w*);/gi;

const textLength = (text: string): number => {
  let length = text.length;
  if (text.includes('&')) for (const [entity] of text.matchAll(ENTITIES)) length -= entity.length - 1;
  return length;
};

/** Returns the shape of HTML without `>` in attributes, as React writes it. Other HTML counts as changed. */
export function shapeOfHtml(served: string): HtmlShape {
  // Parsers read a line end as one character.
  const html = served.replaceAll('\r\n', '\n');
  let elements = 0;
  let comments = 0;
  let text = 0;
  let at = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    text += textLength(html.slice(at, tag));
    const isComment = html.startsWith('<!--', tag);
    if (isComment) comments += 1;
    else if (html[tag + 1] !== '/') elements += 1;
    const end = html.indexOf(isComment ? '-->' : '>', tag);
    if (end < 0) return `${elements} ${comments} ${text}`;
    at = end + (isComment ? 3 : 1);
    const [, raw] = RAW_TEXT.exec(html.slice(tag, tag + 10)) ?? [];
    const close = raw ? html.indexOf(`</${raw}`, at) : at;
    if (close < 0) break;
    text += close - at;
    at = close;
  }
  return `${elements} ${comments} ${text + textLength(html.slice(at))}`;
}

/** Returns the shape of an element's present content. */
export function shapeOf(element: Element): HtmlShape {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  let comments = 0;
  while (walker.nextNode()) comments += 1;
  return `${element.getElementsByTagName('*').length} ${comments} ${element.textContent.length}`;
}
