import type { Db } from '../../db/database';
import type { Announce } from '../../enrolments/announce';
import type { ProviderClient } from '../provider/provider';

/** What asking needs. */
export interface Reconciler {
  db: Db;
  provider: ProviderClient;
  announce: Announce;
}
