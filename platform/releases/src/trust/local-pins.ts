import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { makePrivateFolder } from '../private-folder';
import { type Claims, Owners } from './claims';
import { localKey, makeLocalKey } from './local-keys';
import { ALL, type AppPins, type Pins, type StepSigner } from './pins';

const STEPS_FOLDER = 'steps';
const PINS_FOLDER = 'pins';

/** Who takes steps from this machine: its people may all, its composers may stop and advance canaries. */
export const STEP_ROLES = ['operator', 'composer'] as const;
export type StepRole = (typeof STEP_ROLES)[number];

export const LOCAL_RIGHTS: Record<StepRole, StepSigner['rights']> = { operator: [ALL], composer: ['stop', 'advance'] };

const pinsSchema = z.object({ paths: z.array(z.string()), cookies: z.array(z.string()) });

const namesIn = (folder: string, ending: string): string[] => {
  try {
    return readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
  } catch {
    return [];
  }
};

const fileOf = (keysDir: string, app: string): string => join(keysDir, PINS_FOLDER, `${app}.json`);

/** What was pinned here for an app; undefined before its first promotion. @throws ReleaseError when it cannot be read */
export function claimedBy(keysDir: string, app: string): Claims | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(keysDir, app), 'utf8');
  } catch {
    return undefined;
  }
  try {
    return pinsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new ReleaseError(`${fileOf(keysDir, app)} is not usable: give it { "paths": [], "cookies": [] }.`, {
      cause: error,
    });
  }
}

const publicKeysOf = (folder: string, name: string): KeyObject[] => {
  const key = localKey(folder, name);
  return key ? [createPublicKey(key)] : [];
};

/** What is pinned on this machine at one moment. Each file is read once: a hundred apps are held against all others. */
function readLocalPins(keysDir: string): Pins {
  const known = new Map<string, AppPins>();
  // What nobody else has an app may claim: a promotion pins it.
  const pinsOf = (app: string): AppPins => {
    const pins: AppPins = known.get(app) ?? { keys: publicKeysOf(keysDir, app), trust: 'full' };
    known.set(app, pins);
    return pins;
  };
  let read: Owners | undefined;
  const owners = () => {
    if (read) return read;
    read = new Owners();
    for (const app of namesIn(join(keysDir, PINS_FOLDER), '.json')) {
      const claims = claimedBy(keysDir, app);
      if (claims) read.add(app, claims);
    }
    return read;
  };
  const stepsDir = join(keysDir, STEPS_FOLDER);
  const signers = STEP_ROLES.flatMap((name): StepSigner[] => {
    const keys = publicKeysOf(stepsDir, name);
    return keys.length > 0 ? [{ name, keys, rights: LOCAL_RIGHTS[name], apps: [ALL] }] : [];
  });
  return {
    app: pinsOf,
    owners,
    // Before the first step of a person there is nobody to believe.
    steps: signers.some(({ name }) => name === 'operator') ? signers : undefined,
    preview: publicKeysOf(stepsDir, 'operator'),
  };
}

/** An edit in place changes no folder. It is seen after this time. */
const PINS_SERVE_MS = 1_000;

/** Changes whenever a file comes, goes or is replaced. */
const revisionOf = (keysDir: string): string =>
  [keysDir, join(keysDir, PINS_FOLDER), join(keysDir, STEPS_FOLDER)]
    .map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs)
    .join();

/** What is pinned on this machine, read again when it changes. */
export interface LocalPins {
  current(): Pins;
  /** Call it after a change of our own: two within a few ms have the same time. */
  forget(): void;
}

/** Keys and paths that were pinned on this machine. @param keysDir `DATA_DIR/release-keys` */
export function watchLocalPins(keysDir: string): LocalPins {
  let read: { pins: Pins; revision: string; at: number } | undefined;
  return {
    current() {
      const revision = revisionOf(keysDir);
      const at = performance.now();
      if (read?.revision !== revision || at - read.at > PINS_SERVE_MS)
        read = { pins: readLocalPins(keysDir), revision, at };
      return read.pins;
    },
    forget() {
      read = undefined;
    },
  };
}

/** The private key by which this machine takes steps; undefined before the first one. */
export const localStepKey = (keysDir: string, role: StepRole): KeyObject | undefined =>
  localKey(join(keysDir, STEPS_FOLDER), role);

export const stepKeyFile = (keysDir: string, role: StepRole): string => join(keysDir, STEPS_FOLDER, `${role}.pem`);

export const makeLocalStepKey = async (keysDir: string, role: StepRole): Promise<void> => {
  await makePrivateFolder(keysDir);
  await makeLocalKey(join(keysDir, STEPS_FOLDER), role);
};

const union = (one: readonly string[] = [], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** Pins to an app what visitors get of it. */
export async function pinLocally(keysDir: string, app: string, { paths, cookies }: Claims): Promise<void> {
  const known = claimedBy(keysDir, app);
  const pins = { paths: union(known?.paths, paths), cookies: union(known?.cookies, cookies) };
  if (known && pins.paths.length === known.paths.length && pins.cookies.length === known.cookies.length) return;
  await makePrivateFolder(keysDir);
  await makePrivateFolder(join(keysDir, PINS_FOLDER));
  const draft = `${fileOf(keysDir, app)}.${randomUUID()}.draft`;
  await writeFile(draft, `${JSON.stringify(pins, null, 1)}\n`);
  await rename(draft, fileOf(keysDir, app));
}

/** Where somebody changes what is pinned here, for messages. */
export const localPinsPlace = (keysDir: string): string => join(keysDir, PINS_FOLDER);
