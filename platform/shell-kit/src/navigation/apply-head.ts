import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { createPolicy } from '@wholepage/federation/browser';
import { HEAD_SELECTOR, type HeadElement, headElements } from '@wholepage/page-rules/html';

/** Lets data into script elements, and nothing that is not data. */
const policy = createPolicy('json-ld', {
  createScript(text: string) {
    JSON.parse(text);
    return text;
  },
});

const make = (element: Exclude<HeadElement, { tag: 'title' }>): HTMLElement => {
  const made = document.createElement(element.tag);
  for (const [name, value] of Object.entries(element.attributes)) made.setAttribute(name, value);
  if (element.tag === 'script') made.textContent = policy?.createScript(element.text) ?? element.text;
  return made;
};

/** Replaces what the document says about itself after a soft navigation. */
export function applyHead(head: HeadInput, config: PublicConfig): void {
  for (const old of document.head.querySelectorAll(HEAD_SELECTOR)) old.remove();
  for (const element of headElements(head, window.location.pathname, config)) {
    if (element.tag === 'title') document.title = element.text;
    else document.head.append(make(element));
  }
}
