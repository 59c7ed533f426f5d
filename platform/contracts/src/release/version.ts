import * as z from 'zod';

/** The version of the composition contract that this code speaks. A release names the one it was built for. */
export const CONTRACT_VERSION = 4;

/** Versions of the contract that a shell of these sources hosts, both ends included. A shell's release says so. */
export const HOSTED_CONTRACTS = { min: 4, max: 4 };

/** The host; every other app is a remote. */
export const SHELL = 'shell';

/** Names in a store that are not an app's: its folders, and what stands for the whole site. */
const NOT_APPS = ['history', 'previews', 'site'];

/** An app's name: its folder, its address and its federation name are made of it. */
export const appNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(40)
  // Objects keyed by app names must not inherit a property of this name.
  .refine((name) => !NOT_APPS.includes(name) && !(name in {}));

/** Any app: nothing lists them but the registry. */
export type AppName = string;
export type RemoteName = string;
