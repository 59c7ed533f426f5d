import type { PublicConfig } from '@wholepage/contracts/config';
import type { HeadInput } from '@wholepage/contracts/head';
import { painted } from '../painted';

/** What the document says about itself. Who waits for a page does not wait for that: it is written once the page is painted. */
export class DocumentHead {
  /** What the page of the address has said so far. */
  private page: { head?: HeadInput } = {};
  private written: HeadInput | undefined;

  constructor(private readonly config: PublicConfig) {}

  /** Keeps what the page says, for {@link write}. */
  keep(head: HeadInput): void {
    this.page.head = head;
  }

  /** Writes the stored head, unless it is there already: the title, and tags for search engines and networks. */
  write(): void {
    const { head } = this.page;
    if (!head || head === this.written) return;
    this.written = head;
    document.title = head.title || this.config.site.name;
    // It is with what a soft navigation has fetched. Where that is unavailable, the page says what the server wrote.
    import(/* webpackChunkName: "soft-navigation" */ './apply-head').then(
      ({ applyHead }) => {
        if (head === this.written) applyHead(head, this.config);
      },
      () => {},
    );
  }

  /** Another page was asked for. Where it says nothing until the next paint, it does not wait under the title of the page before. */
  async leave(): Promise<void> {
    const page = {};
    this.page = page;
    this.written = undefined;
    await painted();
    if (page === this.page && !this.page.head) document.title = this.config.site.name;
  }
}
