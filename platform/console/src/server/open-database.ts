import { openServiceDatabase, type ServiceDatabase } from '@wholepage/database/service-database';
import { APPEND_ONLY, SIGN_IN_MIGRATIONS_TABLE } from '@wholepage/sign-in/tables';
import { MIGRATIONS_DIR, SIGN_IN_MIGRATIONS_DIR } from '../paths';
import type { ConsoleSettings } from './settings';

/** The console's own database. @throws StartError in one sentence */
export const openConsoleDatabase = (
  { service, databaseUrl, dataDir }: Pick<ConsoleSettings, 'service' | 'databaseUrl' | 'dataDir'>,
  onTrouble: (text: string) => void,
  mayCreate = true,
): Promise<ServiceDatabase> =>
  openServiceDatabase({
    service,
    url: databaseUrl,
    setting: 'CONSOLE_DATABASE_URL',
    dataDir,
    migrations: [
      { folder: SIGN_IN_MIGRATIONS_DIR, table: SIGN_IN_MIGRATIONS_TABLE },
      { folder: MIGRATIONS_DIR, table: 'console_migrations' },
    ],
    appendOnly: APPEND_ONLY,
    onTrouble,
    mayCreate,
  });
