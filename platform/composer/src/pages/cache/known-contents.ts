import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { LRUCache } from 'lru-cache';
import type { PageAnswer, PageContent } from '../page-content';

const CACHE = { max: 500, maxSize: 8 * 1024 * 1024 };

/**
 * Renderings of pages that hold fragments, stored apart from the fragments. So no other team's page is rendered again
 * when a fragment is released, or made for one visitor.
 */
export class KnownContents {
  private readonly contents = new LRUCache<string, { content: PageContent; expiresAt: number }>({
    ...CACHE,
    sizeCalculation: ({ content }) => 2 * (content.rendered?.html.length ?? 0) + 2_000,
  });

  async get(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const known = this.contents.get(key);
    if (known && known.expiresAt > Date.now()) return known.content;
    const content = await render();
    if (!('rendered' in content)) return content;
    const { rendered, maxAge, status } = content;
    if (status === 200 && maxAge > 0 && rendered?.html.includes(`<${FRAGMENT_ELEMENT}`)) {
      this.contents.set(key, { content, expiresAt: Date.now() + maxAge * 1_000 });
    }
    return content;
  }
}
