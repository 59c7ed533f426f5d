import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Navigation } from '@wholepage/contracts/navigation';
import type { ContentFile } from '@wholepage/contracts/site';
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

/** Where the site's content lies. @param root folder against which paths of the environment are read */
export function contentFilesOf({ definition, dir }: Site, env: NodeJS.ProcessEnv, root: string): ContentFiles {
  const found = (file: ContentFile): FoundFile => {
    const named = env[file.variable];
    if (!named) return { ...file, path: join(dir, file.file) };
    return { ...file, path: isAbsolute(named) ? named : join(root, named) };
  };
  return {
    navigation: found(definition.navigation),
    further: Object.fromEntries(Object.entries(definition.content ?? {}).map(([name, file]) => [name, found(file)])),
  };
}

/** @throws SettingsError naming the file at fault and the place in it */
function readContent({ variable, path, what, schema }: FoundFile): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new SettingsError(`${variable}: ${path} cannot be read; it must hold ${what} as JSON.`);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new SettingsError(`${variable}: ${path} is not valid JSON.`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingsError(`${variable}: ${path} at "${issue?.path.join('.')}": ${issue?.message}.`);
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
