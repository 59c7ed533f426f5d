import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentFile, Navigation } from '@wholepage/contracts/site';
import * as z from 'zod';
import { SettingsError } from '../../errors';
import { type Log, reason } from '../../log';
import type { Site } from '../site/load-site';

/** What the owner edits while the site runs. */
export interface SiteContent {
  navigation: Navigation;
  /** The site's further content files, by name. */
  further: Record<string, unknown>;
}

/** A content file with its absolute path. */
interface FoundFile extends ContentFile {
  path: string;
}

export interface ContentFiles {
  navigation: FoundFile;
  further: Record<string, FoundFile>;
}

/** So often the files are looked at. */
const LOOK_EVERY_MS = 1_000;

/** Where the site's content lies. */
export function contentFilesOf({ definition, dir }: Site): ContentFiles {
  const found = (file: ContentFile): FoundFile => ({ ...file, path: join(dir, file.file) });
  return {
    navigation: found(definition.navigation),
    further: Object.fromEntries(Object.entries(definition.content ?? {}).map(([name, file]) => [name, found(file)])),
  };
}

/** @throws SettingsError naming the file at fault and the place in it */
function readContent({ path, what, schema }: FoundFile): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new SettingsError(`${path} cannot be read; it must hold ${what} as JSON.`);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new SettingsError(`${path} is not valid JSON.`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingsError(`${path} at "${issue?.path.join('.')}": ${issue?.message}.`);
}

/** @throws SettingsError naming the file at fault and the place in it */
export const readSiteContent = ({ navigation, further }: ContentFiles): SiteContent => ({
  navigation: readContent(navigation) as Navigation,
  further: Object.fromEntries(Object.entries(further).map(([name, file]) => [name, readContent(file)])),
});

const marksOf = ({ navigation, further }: ContentFiles): string =>
  [navigation, ...Object.values(further)]
    .map(({ path }) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'none';
    })
    .join();

/** Follows the files while the site runs; an edit that does not hold changes nothing, and is reported once. */
export class ContentWatcher {
  private marks: string;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly files: ContentFiles,
    private content: SiteContent,
    private readonly log: Log,
  ) {
    this.marks = marksOf(files);
  }

  /** The same object for as long as nothing changed. */
  get current(): SiteContent {
    return this.content;
  }

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const marks = marksOf(this.files);
    if (marks === this.marks) return;
    this.marks = marks;
    try {
      this.content = readSiteContent(this.files);
      this.log('info', 'content of the frame reloaded');
    } catch (error) {
      this.log('error', 'content of the frame refused, the last good one stays', { reason: reason(error) });
    }
  }
}

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
