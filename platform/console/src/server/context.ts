import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import type { EvidenceWatch } from './registry/evidence-watch';
import type { RegistryWatch } from './registry/registry-watch';
import type { StepReader } from './registry/step-reader';

/** What the console's routes share. */
export interface ConsoleContext {
  pool: pg.Pool;
  /** The store, as RELEASES_URL names it. */
  place: string;
  store: WritableStore;
  steps: StepReader;
  watch: RegistryWatch;
  evidence: EvidenceWatch;
  privateStore: WritableStore;
  /** Names of the goals that the site declares; undefined where its definition cannot be read. */
  goals: readonly string[] | undefined;
  siteOrigin: string;
}
