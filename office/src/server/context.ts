import type pg from 'pg';
import type { OfficeSettings } from './settings';

/** What the office's routes share. */
export interface OfficeContext {
  settings: OfficeSettings;
  pool: pg.Pool;
  /** What calls to the API are signed with. */
  secret: string;
}
