import type pg from 'pg';
import type { RightsModel } from '../rights';
import type { SignInSettings } from '../settings';

/** What a service says of itself. */
export interface SignInOptions {
  settings: SignInSettings;
  pool: pg.Pool;
  /** Of the service, for people: "Console". */
  title: string;
  rights: RightsModel;
  /** The right to invite people and to end their access. */
  manages: string;
  /** The right to read the audit. */
  audits: string;
  /** Addresses of what the sign-in page needs: `sign-in/browser`, bundled, and the service's styles. */
  assets: { script: string; styles: string };
  /** Origins beside the service's own that its pages show pictures of. */
  pictures?: readonly string[];
  /** How the service's own errors are reported; undefined for those that are faults. */
  explain?(error: Error): { status: number; message: string } | undefined;
}
