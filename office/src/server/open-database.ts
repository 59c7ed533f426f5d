import { openServiceDatabase, type ServiceDatabase } from '@wholepage/database/service-database';
import { APPEND_ONLY, SIGN_IN_MIGRATIONS_TABLE } from '@wholepage/sign-in/tables';
import { SIGN_IN_MIGRATIONS_DIR } from '../paths';
import type { OfficeSettings } from './settings';

/** The office's own database: people, sessions and who signed in. Enquiries and orders are the API's. @param mayCreate false for commands @throws StartError in one sentence */
export const openOfficeDatabase = (
  { service, databaseUrl, dataDir }: Pick<OfficeSettings, 'service' | 'databaseUrl' | 'dataDir'>,
  onTrouble: (text: string) => void,
  mayCreate = true,
): Promise<ServiceDatabase> =>
  openServiceDatabase({
    service,
    url: databaseUrl,
    setting: 'OFFICE_DATABASE_URL',
    dataDir,
    migrations: [{ folder: SIGN_IN_MIGRATIONS_DIR, table: SIGN_IN_MIGRATIONS_TABLE }],
    appendOnly: APPEND_ONLY,
    onTrouble,
    mayCreate,
  });
