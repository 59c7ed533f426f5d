import type { Head } from '@wholepage/contracts/head';
import { LRUCache } from 'lru-cache';

const HEADS_KEPT = 2_000;

/** What pages said about themselves last: a page that cannot be rendered just now is still the same page. */
export class KnownHeads {
  private readonly heads = new LRUCache<string, Head>({ max: HEADS_KEPT });

  /** Of pages that were found; what is gone for good is forgotten. */
  remember(address: string, status: number, head: Head): void {
    if (status === 200) this.heads.set(address, head);
    else if (status < 500) this.heads.delete(address);
  }

  forget(address: string): void {
    this.heads.delete(address);
  }

  of(address: string): Head | undefined {
    return this.heads.get(address);
  }
}
