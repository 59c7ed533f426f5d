import { fill } from 'contracts/company-text';
import type { HeadInput } from 'contracts/head';
import type { Picture } from 'contracts/picture';
import type { LoadContext } from 'contracts/react';

/** The head of a page as an editor writes it. */
export interface PageMeta {
  title: string;
  description: string;
  keywords: string;
  image: Picture;
}

/** The head of a page of this remote, with the company's details filled in. */
export function pageHead(
  meta: PageMeta,
  { url, config }: Pick<LoadContext, 'url' | 'config'>,
  more: Pick<HeadInput, 'jsonLd' | 'noindex'> = {},
): HeadInput {
  return {
    title: fill(meta.title, config.company),
    description: fill(meta.description, config.company),
    keywords: fill(meta.keywords, config.company),
    canonical: url.pathname,
    image: meta.image.src,
    ...more,
  };
}
