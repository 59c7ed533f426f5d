import type { PublicConfig } from 'contracts/config';
import type { HeadInput } from 'contracts/head';
import { createPolicy } from '../trusted-types';

/** Lets data into script elements, and nothing that is not data. */
const policy = createPolicy('json-ld', {
  createScript(text: string) {
    JSON.parse(text);
    return text;
  },
});

const setTag = (selector: string, make: () => HTMLElement, attribute: string, value: string | undefined): void => {
  const found = document.head.querySelector(selector);
  if (!value) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(make());
  element.setAttribute(attribute, value);
};

const meta = (key: 'name' | 'property', name: string, content: string | undefined): void =>
  setTag(
    `meta[${key}="${name}"]`,
    () => {
      const element = document.createElement('meta');
      element.setAttribute(key, name);
      return element;
    },
    'content',
    content,
  );

/** Replaces what the document says about itself after a soft navigation. @returns the title */
export function applyHead(head: HeadInput, { company, siteOrigin }: PublicConfig): string {
  const absolute = (path: string | undefined) => path && new URL(path, siteOrigin).href;
  const title = head.title || company.name;
  const description = head.description || company.description;
  document.title = title;
  meta('name', 'description', description);
  meta('name', 'keywords', head.keywords || company.keywords);
  meta('name', 'robots', head.noindex ? 'noindex' : undefined);
  meta('property', 'og:title', title);
  meta('property', 'og:description', description);
  meta('property', 'og:type', head.ogType ?? 'website');
  meta('property', 'og:url', absolute(head.canonical ?? window.location.pathname));
  if (head.image) meta('property', 'og:image', absolute(head.image));
  setTag(
    'link[rel="canonical"]',
    () => Object.assign(document.createElement('link'), { rel: 'canonical' }),
    'href',
    head.noindex ? undefined : absolute(head.canonical ?? window.location.pathname),
  );
  for (const old of document.head.querySelectorAll('script[type="application/ld+json"]')) old.remove();
  for (const record of head.jsonLd ?? []) {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    const json = JSON.stringify({ '@context': 'https://schema.org', ...record });
    script.textContent = policy?.createScript(json) ?? json;
    document.head.append(script);
  }
  return title;
}
