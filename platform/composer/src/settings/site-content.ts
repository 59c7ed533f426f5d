import { readFileSync, statSync } from 'node:fs';
import { type Company, companySchema } from 'contracts/config';
import { type Navigation, navigationSchema } from 'contracts/navigation';
import type { z } from 'zod';
import { SettingsError } from '../errors';
import { type Log, reason } from '../log';

/** What the owner edits while the site runs. */
export interface SiteContent {
  company: Company;
  navigation: Navigation;
}

/** The files that hold it, as absolute paths. */
export type ContentFiles = Record<keyof SiteContent, string>;

/** So often the files are looked at. */
const LOOK_EVERY_MS = 1_000;

/** @param what it must hold, for whoever has to mend it @throws SettingsError */
function readContent<T>(name: string, file: string, what: string, schema: z.ZodType<T>): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new SettingsError(`${name}: ${file} cannot be read; it must hold ${what} as JSON.`);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new SettingsError(`${name}: ${file} is not valid JSON.`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingsError(`${name}: ${file} at "${issue?.path.join('.')}": ${issue?.message}.`);
}

/** @throws SettingsError naming the file at fault and the place in it */
export const readSiteContent = ({ company, navigation }: ContentFiles): SiteContent => ({
  company: readContent('COMPANY_FILE', company, "the company's details", companySchema),
  navigation: readContent('NAVIGATION_FILE', navigation, 'the links of the frame', navigationSchema),
});

const marksOf = (files: ContentFiles): string =>
  Object.values(files)
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'none';
    })
    .join();

/** Follows the files while the site runs; an edit that does not hold changes nothing, and is told once. */
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
      this.log('info', 'content of the frame read anew');
    } catch (error) {
      this.log('error', 'content of the frame refused, the last good one stays', { reason: reason(error) });
    }
  }
}
