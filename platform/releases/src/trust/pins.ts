import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { routePathSchema, textFileSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { messageOf, ReleaseError } from '../errors';
import { parseAs } from '../store/store';
import { makePrivateFolder, writeWhole } from '../whole-files';
import { type Claims, Owners } from './claims';

/** Returns the short id of a public key. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 12);

/** Returns a public key for settings: base64 of its SPKI form. */
export const keyText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

/**
 * Steps on releases: what each leaves, whether visitors get its version, and whether a lock forbids it. Stopping a
 * canary makes the site safer, and is never locked.
 */
export const STEPS = {
  promote: { leaves: 'live', gives: true, isLocked: true },
  rollback: { leaves: 'live', gives: true, isLocked: true },
  retire: { leaves: 'live', gives: false, isLocked: true },
  canary: { leaves: 'canary', gives: true, isLocked: true },
  experiment: { leaves: 'canary', gives: true, isLocked: true },
  stop: { leaves: 'canary', gives: false, isLocked: false },
  lock: { leaves: 'lock', gives: false, isLocked: false },
  unlock: { leaves: 'lock', gives: false, isLocked: false },
} as const;
type StepAction = keyof typeof STEPS;
export const STEP_ACTIONS = Object.keys(STEPS) as StepAction[];

/** Rights of a signer. `advance` follows a canary's plan; `break-lock` overrides a lock. */
const STEP_RIGHTS = [...STEP_ACTIONS, 'advance', 'break-lock'] as const;
export type StepRight = (typeof STEP_RIGHTS)[number];

/** Every right, or every app. */
export const ALL = '*';

/** Trust in an app's browser code. */
const trustLevelSchema = z.enum(['full', 'isolated']);

export interface AppPins {
  /** Keys that may sign its releases. */
  keys: readonly KeyObject[];
  /** Paths that it may own; undefined: any that nobody else owns. */
  paths?: readonly string[] | undefined;
  /** Cookies that it may read and set; undefined: any that nobody else owns. */
  cookies?: readonly string[] | undefined;
  trust: z.output<typeof trustLevelSchema>;
}

export interface StepSigner {
  name: string;
  keys: readonly KeyObject[];
  rights: readonly (StepRight | typeof ALL)[];
  apps: readonly string[];
}

/** Pins: who may release what, and who may take which steps. */
export interface Pins {
  app(name: string): AppPins | undefined;
  /** Returns the owners of pinned paths and cookies. */
  owners(): Owners;
  steps: readonly StepSigner[];
  /** Keys that may sign previews. */
  preview: readonly KeyObject[];
  /** Whether an app is isolated, live or not. */
  hasIsolated: boolean;
}

export const hasRight = ({ rights, apps }: StepSigner, right: StepRight, app: string): boolean =>
  (rights.includes(ALL) || rights.includes(right)) && (apps.includes(ALL) || apps.includes(app));

const keyFile = (folder: string, app: string): string => join(folder, `${app}.pem`);

/**
 * Reads a file if it exists. Synchronous: a hundred local bytes take 10 µs, and 50 through the thread pool.
 * @param named setting with the path, for the message
 * @throws ReleaseError when it exists and cannot be read: taken for missing, its pins would be lost
 */
function ifThere<T>(path: string, read: (path: string) => T, named = ''): T | undefined {
  try {
    return read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ReleaseError(`${named}${path} cannot be read (${code}).`, { cause: error });
  }
}

const textOf = (file: string, named?: string) => ifThere(file, (path) => readFileSync(path, 'utf8'), named);

/** Returns the app's private key in a folder; undefined when there is none. @throws ReleaseError when it is invalid */
export function localKey(folder: string, app: string): KeyObject | undefined {
  const text = textOf(keyFile(folder, app));
  if (text === undefined) return undefined;
  try {
    return createPrivateKey(text);
  } catch (error) {
    const file = keyFile(folder, app);
    throw new ReleaseError(`${file} is not a private key: restore it, or remove it and pin a new one.`, {
      cause: error,
    });
  }
}

/** Makes the app's key; of two concurrent ones the first stays. */
export async function makeLocalKey(folder: string, app: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await makePrivateFolder(folder);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeWhole(keyFile(folder, app), pem, { mode: 0o600, move: link }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const STEPS_FOLDER = 'steps';
const PINS_FOLDER = 'pins';

/** Signers on this machine: people may take all steps, composers may stop and advance canaries. */
const STEP_ROLES = ['operator', 'composer'] as const;
export type StepRole = (typeof STEP_ROLES)[number];

const LOCAL_RIGHTS: Record<StepRole, StepSigner['rights']> = { operator: [ALL], composer: ['stop', 'advance'] };

const localClaimsSchema = z.object({ paths: z.array(z.string()), cookies: z.array(z.string()) });

const namesIn = (folder: string, ending: string): string[] =>
  (ifThere(folder, (path) => readdirSync(path)) ?? []).flatMap((name) =>
    name.endsWith(ending) ? [name.slice(0, -ending.length)] : [],
  );

const claimsFile = (keysDir: string, app: string): string => join(keysDir, PINS_FOLDER, `${app}.json`);

/** Returns an app's local pins; undefined before its first promotion. @throws ReleaseError when they cannot be read */
function claimedBy(keysDir: string, app: string): Claims | undefined {
  const file = claimsFile(keysDir, app);
  const text = textOf(file);
  if (text === undefined) return undefined;
  const claims = parseAs(localClaimsSchema, text);
  if (claims) return claims;
  throw new ReleaseError(`${file} is not usable: give it { "paths": [], "cookies": [] }.`);
}

const publicKeysOf = (folder: string, name: string): KeyObject[] => {
  const key = localKey(folder, name);
  return key ? [createPublicKey(key)] : [];
};

/** Returns this machine's pins at one time. Each file is read once, because a hundred apps are compared with all others. */
function readLocalPins(keysDir: string): Pins {
  const known = new Map<string, AppPins>();
  let read: Owners | undefined;
  const stepsDir = join(keysDir, STEPS_FOLDER);
  return {
    // An app may claim what nobody else has; a promotion pins it.
    app(name) {
      const pins: AppPins = known.get(name) ?? { keys: publicKeysOf(keysDir, name), trust: 'full' };
      known.set(name, pins);
      return pins;
    },
    owners() {
      if (read) return read;
      const found = new Owners();
      for (const app of namesIn(join(keysDir, PINS_FOLDER), '.json')) {
        const claims = claimedBy(keysDir, app);
        if (claims) found.add(app, claims);
      }
      read = found;
      return found;
    },
    steps: STEP_ROLES.flatMap((name): StepSigner[] => {
      const keys = publicKeysOf(stepsDir, name);
      return keys.length > 0 ? [{ name, keys, rights: LOCAL_RIGHTS[name], apps: [ALL] }] : [];
    }),
    preview: publicKeysOf(stepsDir, 'operator'),
    hasIsolated: false,
  };
}

/** Time after which an edit in place, which changes no folder, is noticed. */
const PINS_SERVE_MS = 1_000;

/** Returns a value that changes when a file is added, removed or replaced. */
const folderRevision = (keysDir: string): string =>
  [keysDir, join(keysDir, PINS_FOLDER), join(keysDir, STEPS_FOLDER)]
    .map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs)
    .join();

/** Watches this machine's pins, which are reread when they change. @param keysDir `DATA_DIR/release-keys` */
export function watchLocalPins(keysDir: string) {
  let read: { pins: Pins; revision: string; at: number } | undefined;
  return {
    current(): Pins {
      const revision = folderRevision(keysDir);
      const at = performance.now();
      if (read?.revision !== revision || at - read.at > PINS_SERVE_MS)
        read = { pins: readLocalPins(keysDir), revision, at };
      return read.pins;
    },
    /** Drops the cache; call it after an own change, because two within a few ms have the same mtime. */
    forget() {
      read = undefined;
    },
  };
}

/** Returns this machine's private key for steps; undefined before the first one. */
export const localStepKey = (keysDir: string, role: StepRole): KeyObject | undefined =>
  localKey(join(keysDir, STEPS_FOLDER), role);

export const makeLocalStepKey = async (keysDir: string, role: StepRole): Promise<void> => {
  await makePrivateFolder(keysDir);
  await makeLocalKey(join(keysDir, STEPS_FOLDER), role);
};

const union = (one: readonly string[] = [], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** Adds an app's live claims to its local pins. */
export async function pinLocally(keysDir: string, app: string, { paths, cookies }: Claims): Promise<void> {
  const known = claimedBy(keysDir, app);
  const pins = { paths: union(known?.paths, paths), cookies: union(known?.cookies, cookies) };
  if (known && pins.paths.length === known.paths.length && pins.cookies.length === known.cookies.length) return;
  await makePrivateFolder(keysDir);
  await makePrivateFolder(join(keysDir, PINS_FOLDER));
  await writeWhole(claimsFile(keysDir, app), `${JSON.stringify(pins, null, 1)}\n`);
}

/** Returns the folder of local pins, for messages. */
export const localPinsPlace = (keysDir: string): string => join(keysDir, PINS_FOLDER);

const keyListSchema = z.union([z.string(), z.array(z.string())]).transform((keys) => [keys].flat());
const cookieSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'that is not a name of a cookie');

const pinsSchema = z.strictObject({
  apps: z.record(
    z.string(),
    z.strictObject({
      keys: keyListSchema,
      paths: z.array(routePathSchema.or(textFileSchema.shape.path)).max(500),
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

/** Parses `RELEASE_KEYS`. @throws ReleaseError that says what is wrong with it */
export function parseReleaseKeys(text: string): Pins {
  const written = parseAs(z.looseObject({}), text);
  if (!written)
    throw new ReleaseError(
      'RELEASE_KEYS is neither JSON of the form { "apps": { … }, "steps": { … } } nor a file that holds it.',
    );
  const parsed = pinsSchema.safeParse(written);
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
    // A path may be pinned to two apps while it moves between teams: the registry still gives it to one at a time.
    owners: () => new Owners(),
    steps: Object.entries(steps).map(([name, { keys, actions, apps: over }]) => ({
      name,
      keys: keysOf(name, keys),
      rights: actions,
      apps: over,
    })),
    preview: keysOf('preview', preview),
    hasIsolated: Object.values(apps).some(({ trust }) => trust === 'isolated'),
  };
}

/** Returns a value that changes with a file; empty while it cannot be read. */
const revisionOf = (file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}-${found.mtimeMs}-${found.size}` : '';
};

/**
 * Watches `RELEASE_KEYS`. When its file becomes invalid, the last valid content stays. An unreadable file is read again.
 * @param setting JSON, or the path of a file with it
 * @throws ReleaseError naming the setting and what is wrong with it at the start
 */
export function watchReleaseKeys(setting: string) {
  const isInline = setting.trim().startsWith('{');
  const revisionNow = () => (isInline ? '' : revisionOf(setting));
  const textNow = () => (isInline ? setting : (textOf(setting, 'RELEASE_KEYS: ') ?? ''));
  let revision = revisionNow();
  let pins = parseReleaseKeys(textNow());
  let trouble: string | undefined;
  const refresh = () => {
    const now = revisionNow();
    if (now === revision) return;
    try {
      const text = textNow();
      revision = now;
      pins = parseReleaseKeys(text);
      trouble = undefined;
    } catch (error) {
      trouble = messageOf(error);
    }
  };
  return {
    current(): Pins {
      refresh();
      return pins;
    },
    /** Returns a value that changes with the pins. */
    revision(): string {
      refresh();
      return revision;
    },
    /** Returns why the newest text is not used; undefined when it is. */
    trouble: () => trouble,
  };
}

/**
 * Exports this machine's keys and pins for other machines.
 * @param keysDir `DATA_DIR/release-keys`
 * @returns the value of `RELEASE_KEYS`, and key files for `STEP_SIGNING_KEY`
 */
export async function exportPins(keysDir: string) {
  for (const role of STEP_ROLES) if (!localStepKey(keysDir, role)) await makeLocalStepKey(keysDir, role);
  const { steps, preview } = readLocalPins(keysDir);
  const pinned = namesIn(keysDir, '.pem').map((app) => {
    const keys = publicKeysOf(keysDir, app).map(keyText);
    return [app, { keys, paths: [], cookies: [], ...claimedBy(keysDir, app), trust: 'full' }];
  });
  const signers = steps.map(({ name, keys, rights, apps }) => [
    name,
    { keys: keys.map(keyText), actions: rights, apps },
  ]);
  const releaseKeys = {
    apps: Object.fromEntries(pinned),
    steps: Object.fromEntries(signers),
    preview: preview.map(keyText),
  };
  const stepKeyOf = (role: StepRole) => keyFile(join(keysDir, STEPS_FOLDER), role);
  return {
    releaseKeys: JSON.stringify(releaseKeys),
    stepKeys: { operator: stepKeyOf('operator'), composer: stepKeyOf('composer') },
  };
}
