import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import type { Owners } from './claims';

/** What a signer of steps may be allowed. `advance` follows the plan of a canary; `break-lock` acts in spite of a lock. */
export const STEP_RIGHTS = [
  'promote',
  'rollback',
  'retire',
  'canary',
  'experiment',
  'stop',
  'advance',
  'lock',
  'unlock',
  'break-lock',
] as const;
export type StepRight = (typeof STEP_RIGHTS)[number];

/** Stands for every right, or every app. */
export const ALL = '*';

/** How far an app's code is trusted in the browser. */
export const trustLevelSchema = z.enum(['full', 'framed']);
export type TrustLevel = z.output<typeof trustLevelSchema>;

/** What is pinned for one app. */
export interface AppPins {
  /** Keys that may sign its releases. */
  keys: readonly KeyObject[];
  /** Paths that it may own; undefined where none are pinned, and it may own what nobody else does. */
  paths?: readonly string[] | undefined;
  /** Cookies that it may read and set; undefined as above. */
  cookies?: readonly string[] | undefined;
  trust: TrustLevel;
}

/** Somebody who may take steps. */
export interface StepSigner {
  name: string;
  keys: readonly KeyObject[];
  rights: readonly (StepRight | typeof ALL)[];
  apps: readonly string[];
}

/** All that is pinned: who may release what, and who may take which steps. */
export interface Pins {
  app(name: string): AppPins | undefined;
  /** Whose pinned paths and cookies nobody else may claim. */
  owners(): Owners;
  /** Undefined where nobody is named: then steps are followed unsigned. */
  steps: readonly StepSigner[] | undefined;
  /** Keys that may sign previews. */
  preview: readonly KeyObject[];
}

/** Whether a signer has a right over an app. */
export const hasRight = ({ rights, apps }: StepSigner, right: StepRight, app: string): boolean =>
  (rights.includes(ALL) || rights.includes(right)) && (apps.includes(ALL) || apps.includes(app));
