import type { PublicConfig } from '@wholepage/contracts/config';
import type { HeadInput } from '@wholepage/contracts/head';

/** What the document says about itself. It stays until the next page is painted: nobody waits for it. */
export class DocumentHead {
  private head: HeadInput | undefined;
  private written: HeadInput | undefined;

  constructor(private readonly config: PublicConfig) {}

  /** Keeps what the page says, for {@link write}. */
  keep(head: HeadInput): void {
    this.head = head;
  }

  /** Writes the stored head, unless it is there already: the title, and tags for search engines and networks. */
  write(): void {
    const { head } = this;
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
}
