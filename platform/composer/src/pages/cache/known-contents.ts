import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { LRUCache } from 'lru-cache';
import type { PageContent } from '../page-content';

const CACHE = { max: 500, maxSize: 8 * 1024 * 1024 };

/**
 * Renderings of pages that hold fragments, kept apart from those: what a fragment's team releases, and what is made for
 * one visitor, renders no page of another team.
 */
export class KnownContents {
  private readonly contents = new LRUCache<string, { content: PageContent; expiresAt: number }>({
    ...CACHE,
    sizeCalculation: ({ content }) => 2 * (content.rendered?.html.length ?? 0) + 2_000,
  });

  async get(key: string, render: () => Promise<PageContent>): Promise<PageContent> {
    const known = this.contents.get(key);
    if (known && known.expiresAt > Date.now()) return known.content;
    const content = await render();
    const { rendered, maxAge, status } = content;
    if (status === 200 && maxAge > 0 && rendered?.html.includes(`<${FRAGMENT_ELEMENT}`)) {
      this.contents.set(key, { content, expiresAt: Date.now() + maxAge * 1_000 });
    }
    return content;
  }
}
