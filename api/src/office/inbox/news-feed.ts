import type { News } from '../../../wire/office/inbox';

type Listener = (news: News) => void;

/** So often the database is asked while somebody follows. */
const ASK_EVERY_MS = 1000;

/** Tells all who follow what is new. However many they are, the database is asked once. */
export class NewsFeed {
  private readonly listeners = new Set<Listener>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private last = '';
  private asking = false;

  constructor(private readonly read: () => Promise<News>) {}

  /** @returns what ends it */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => void this.ask(), ASK_EVERY_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
      this.last = '';
    };
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const news = await this.read();
      const text = JSON.stringify(news);
      if (text === this.last) return;
      this.last = text;
      for (const listener of this.listeners) listener(news);
    } catch {
      // The database is away; the next time may be better.
    } finally {
      this.asking = false;
    }
  }
}
