import { createPolicy } from '@wholepage/remote-kit';
import DOMPurify, { type Config } from 'dompurify';
import {
  ALIGNMENT,
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  RENAMED,
  resolveAddress,
  resolvePicture,
  SCROLLER,
} from './policy';

// Only this module has the Trusted Types policy, and it applies it only to the result of `purifyPost`.
const rules = { createHTML: (html: string) => html, createScriptURL: () => '' };
type Policy = typeof rules & NonNullable<Config['TRUSTED_TYPES_POLICY']>;
const policy = createPolicy<typeof rules, Policy>('blog-html', rules);

const SAFE_ADDRESS = new RegExp(`^(?:(?:${ALLOWED_SCHEMES.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`, 'i');

const config = {
  ALLOWED_TAGS: [...ALLOWED_TAGS, ...Object.keys(RENAMED)],
  ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat()), 'align'],
  ALLOWED_URI_REGEXP: SAFE_ADDRESS,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
  ...(policy && { TRUSTED_TYPES_POLICY: policy }),
} satisfies Config;

/** Does the work of `sanitisePost`. */
export function purifyPost(html: string, blogHost: string): string {
  // A `frameset` cannot replace a body that is open already.
  const fragment = DOMPurify.sanitize(`<body>${html}`, config);
  rename(fragment);
  resolve(fragment, 'a', 'href', (address) => resolveAddress(address, blogHost));
  resolve(fragment, 'img', 'src', (address) => resolvePicture(address, blogHost));
  for (const image of fragment.querySelectorAll('img')) finishImage(image);
  for (const pre of fragment.querySelectorAll('pre')) pre.tabIndex = 0;
  for (const cell of fragment.querySelectorAll('[align]')) alignCell(cell);
  for (const table of fragment.querySelectorAll('table')) wrapTable(table);
  const holder = inertElement(fragment, 'div');
  holder.append(fragment);
  return policy ? policy.createHTML(holder.innerHTML) : holder.innerHTML;
}

// Creates an element of the parsed, inert document, in which nothing loads before the page adopts it.
const inertElement = (fragment: DocumentFragment, tag: string): HTMLElement =>
  fragment.ownerDocument.createElement(tag);

function rename(fragment: DocumentFragment): void {
  for (const [from, to] of Object.entries(RENAMED))
    for (const element of fragment.querySelectorAll(from)) {
      const next = inertElement(fragment, to);
      next.append(...element.childNodes);
      element.replaceWith(next);
    }
}

function resolve(
  fragment: DocumentFragment,
  tag: string,
  name: string,
  resolved: (address: string) => string | undefined,
): void {
  for (const element of fragment.querySelectorAll(`${tag}[${name}]`)) {
    const address = resolved(element.getAttribute(name) ?? '');
    if (address === undefined) element.removeAttribute(name);
    else element.setAttribute(name, address);
  }
}

function finishImage(image: HTMLImageElement): void {
  const source = image.getAttribute('src');
  // DOMPurify allows `data:` pictures, whatever the pattern says.
  if (!source || /^(?:data|mailto|tel):/i.test(source.trim())) {
    image.remove();
    return;
  }
  if (!image.hasAttribute('alt')) image.alt = '';
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
}

function alignCell(element: Element): void {
  const align = element.getAttribute('align') ?? '';
  element.removeAttribute('align');
  if (align && element.matches('th, td')) element.setAttribute(ALIGNMENT, align.toLowerCase());
}

function wrapTable(table: HTMLTableElement): void {
  const scroller = table.ownerDocument.createElement('div');
  for (const [name, value] of Object.entries(SCROLLER)) scroller.setAttribute(name, value);
  table.replaceWith(scroller);
  scroller.append(table);
}
