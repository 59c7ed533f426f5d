import { type DetailOf, EVENT_NAME, LARGEST_DETAIL_CHARS, type SiteEvents } from '@wholepage/contracts/events';

/** Facts of an embedded remote are `CustomEvent`s on the foreign page's document, as on the site's own pages. */
export class EmbedEvents implements SiteEvents {
  private readonly ending = new AbortController();

  publish(name: string, detail: unknown): void {
    const text = JSON.stringify(detail) ?? 'null';
    if (!EVENT_NAME.test(name) || text.length > LARGEST_DETAIL_CHARS) return;
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(text) }));
  }

  subscribe<Name extends string>(name: Name, listener: (detail: DetailOf<Name>) => void): () => void {
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, this.ending.signal]);
    document.addEventListener(name, (event) => event instanceof CustomEvent && listener(event.detail), { signal });
    return () => ended.abort();
  }

  /** Ends all subscriptions. */
  end(): void {
    this.ending.abort();
  }
}
