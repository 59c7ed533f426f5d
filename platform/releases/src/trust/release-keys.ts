import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { routePathSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { Owners } from './claims';
import { ALL, type AppPins, type Pins, STEP_RIGHTS, trustLevelSchema } from './pins';

const keyListSchema = z.union([z.string(), z.array(z.string())]).transform((keys) => [keys].flat());
const cookieSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'that is not a name of a cookie');

/** The old form: of each app the keys that may sign its releases. */
const keysOnlySchema = z.record(z.string(), keyListSchema);

const pinsSchema = z.strictObject({
  apps: z.record(
    z.string(),
    z.strictObject({
      keys: keyListSchema,
      paths: z.array(routePathSchema).max(500),
      cookies: z.array(cookieSchema).max(100).default([]),
      trust: trustLevelSchema.default('full'),
    }),
  ),
  steps: z.record(
    z.string().min(1).max(60),
    z.strictObject({
      keys: keyListSchema,
      actions: z.array(z.enum([...STEP_RIGHTS, ALL])),
      apps: z.array(z.string()),
    }),
  ),
  preview: keyListSchema.default([]),
});

const keyOf = (owner: string, text: string): KeyObject => {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${key.asymmetricKeyType} instead of ed25519`);
    return key;
  } catch (error) {
    throw new ReleaseError(`RELEASE_KEYS: "${text.slice(0, 20)}…" is not a public Ed25519 key of ${owner}.`, {
      cause: error,
    });
  }
};

const keysOf = (owner: string, texts: readonly string[]): KeyObject[] => texts.map((text) => keyOf(owner, text));

const fromKeysOnly = (value: unknown): Pins => {
  const apps = new Map(
    Object.entries(keysOnlySchema.parse(value)).map(([app, keys]): [string, AppPins] => [
      app,
      { keys: keysOf(app, keys), trust: 'full' },
    ]),
  );
  return { app: (name) => apps.get(name), owners: () => new Owners(), steps: undefined, preview: [] };
};

/** What is pinned by `RELEASE_KEYS`, in either form. @throws ReleaseError naming what is wrong with it */
export function parseReleaseKeys(text: string): Pins {
  const value: unknown = JSON.parse(text);
  const isNewForm = typeof value === 'object' && value !== null && 'apps' in value;
  if (!isNewForm) return fromKeysOnly(value);
  const parsed = pinsSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ReleaseError(`RELEASE_KEYS is not usable at "${issue?.path.join('.')}": ${issue?.message}.`);
  }
  const { apps, steps, preview } = parsed.data;
  const byApp = new Map(
    Object.entries(apps).map(([app, pins]): [string, AppPins] => [app, { ...pins, keys: keysOf(app, pins.keys) }]),
  );
  return {
    app: (name) => byApp.get(name),
    // A path may be pinned twice while it goes from one team to another: the registry still gives it to one at a time.
    owners: () => new Owners(),
    steps: Object.entries(steps).map(([name, { keys, actions, apps: over }]) => ({
      name,
      keys: keysOf(name, keys),
      rights: actions,
      apps: over,
    })),
    preview: keysOf('preview', preview),
  };
}

const isInline = (setting: string): boolean => setting.trim().startsWith('{');

const parse = (read: () => string): Pins => {
  try {
    return parseReleaseKeys(read());
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(
      'RELEASE_KEYS is neither JSON of the form { "apps": { … }, "steps": { … } } nor a file that holds it.',
      { cause: error },
    );
  }
};

/** Changes whenever the file does; empty while it cannot be read. */
const revisionOf = (file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}-${found.mtimeMs}-${found.size}` : '';
};

/** Pins that are read again when they change. */
export interface WatchedPins {
  current(): Pins;
  /** Differs whenever what is pinned does. */
  revision(): string;
  /** Why the newest text is not used; undefined when it is. */
  trouble(): string | undefined;
}

/**
 * Follows `RELEASE_KEYS`. A file that becomes unusable changes nothing: what it said last holds on.
 * @param setting that JSON, or the path of a file that holds it
 * @throws ReleaseError naming the setting and what is wrong with it at the start
 */
export function watchReleaseKeys(setting: string): WatchedPins {
  if (isInline(setting)) {
    const pins = parse(() => setting);
    return { current: () => pins, revision: () => '', trouble: () => undefined };
  }
  const read = () => parse(() => readFileSync(setting, 'utf8'));
  let revision = revisionOf(setting);
  let pins = read();
  let trouble: string | undefined;
  const refresh = () => {
    const now = revisionOf(setting);
    if (now === revision) return;
    revision = now;
    try {
      pins = read();
      trouble = undefined;
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
  };
  return {
    current() {
      refresh();
      return pins;
    },
    revision() {
      refresh();
      return revision;
    },
    trouble: () => trouble,
  };
}
