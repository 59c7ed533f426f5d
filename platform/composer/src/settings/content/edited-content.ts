import * as z from 'zod';
import { type Log, reason } from '../../log';
import type { ContentFiles, SiteContent } from './site-content';

/** How often the edits are asked for. */
const ASK_EVERY_MS = 1_000;
const TIMEOUT_MS = 2_000;

/** An edit by the name of its file; null where the file counts. */
const editsSchema = z.record(z.string(), z.unknown());

/** Edited content that somebody looks at before it is saved. */
export interface ContentPreview {
  by: string;
  /** ISO 8601. */
  until: string;
  content: SiteContent;
}

interface Edits {
  navigation?: SiteContent['navigation'];
  further: SiteContent['further'];
}

const laidOver = (of: SiteContent, { navigation = of.navigation, further }: Edits): SiteContent => ({
  navigation,
  further: { ...of.further, ...further },
});

const previewSchema = z.object({ preview: z.object({ by: z.string(), until: z.iso.datetime() }) });

/** Lays what people edited in a service over the content files, and keeps the last good copy while the service is away. */
export class EditedContent {
  private edits: Edits = { further: {} };
  private merged: { of: SiteContent; content: SiteContent } | undefined;
  private etag: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(
    private readonly url: string,
    private readonly files: ContentFiles,
    private readonly fromFiles: () => SiteContent,
    private readonly log: Log,
  ) {}

  /** The same object for as long as nothing changed. */
  get current(): SiteContent {
    const of = this.fromFiles();
    if (this.merged?.of !== of) this.merged = { of, content: laidOver(of, this.edits) };
    return this.merged.content;
  }

  start(): void {
    void this.ask();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** The content of a preview. @throws Error in one sentence when there is none of this id */
  async preview(id: string): Promise<ContentPreview> {
    const url = new URL(this.url);
    url.searchParams.set('preview', id);
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new Error(answer.status === 404 ? 'This preview is over.' : `The service answers ${answer.status}.`);
    }
    const given = editsSchema.parse(await answer.json());
    return { ...previewSchema.parse(given).preview, content: laidOver(this.fromFiles(), this.readEdits(given)) };
  }

  private async ask(): Promise<void> {
    try {
      const headers = this.etag ? { 'if-none-match': this.etag } : {};
      const answer = await fetch(this.url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.status === 200) this.take(editsSchema.parse(await answer.json()), answer.headers.get('etag'));
      else await answer.body?.cancel();
    } catch (error) {
      // A service that is away has its own alarms; edits that do not hold are a fault.
      if (error instanceof z.ZodError)
        this.log('error', 'edited content of the frame refused, the last good one stays', { reason: reason(error) });
    } finally {
      if (!this.isStopped) this.timer = setTimeout(() => void this.ask(), ASK_EVERY_MS).unref();
    }
  }

  private take(given: z.output<typeof editsSchema>, etag: string | null): void {
    // Whatever it holds, the same answer is read once.
    this.etag = etag ?? undefined;
    this.edits = this.readEdits(given);
    this.merged = undefined;
  }

  /** @throws ZodError for an edit that does not hold */
  private readEdits(given: z.output<typeof editsSchema>): Edits {
    const { navigation, further } = this.files;
    const isEdited = (name: string) => given[name] !== undefined && given[name] !== null;
    const edits: Edits = {
      further: Object.fromEntries(
        Object.entries(further)
          .filter(([name]) => isEdited(name))
          .map(([name, file]) => [name, file.schema.parse(given[name])]),
      ),
    };
    if (isEdited('navigation'))
      edits.navigation = navigation.schema.parse(given['navigation']) as SiteContent['navigation'];
    return edits;
  }
}
