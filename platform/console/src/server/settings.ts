import { StartError } from '@wholepage/database/errors';
import { addressSetting, portSetting, readSettings } from '@wholepage/database/settings';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { isWritable } from '@wholepage/releases/store/open-store';
import { databaseSetting, originSetting, readStaffSettings } from '@wholepage/staff-kit/settings';
import * as z from 'zod';
import { CONSOLE } from '../service';
import { errorsAddress, quietHoursOf } from './outgoing';

const textSetting = (isFit: (text: string) => unknown, message: string) =>
  z.string().refine(isFit, message).default('');

const schema = z.object({
  CONSOLE_PORT: portSetting(3300),
  CONSOLE_DATABASE_URL: databaseSetting('console'),
  PREVIEW_ORIGIN: originSetting,
  ERRORS_URL: textSetting(errorsAddress, 'must be a DSN such as https://key@errors.example/7'),
  NOTIFY_URL: addressSetting(/^https?:$/, 'https://chat.example.com/hooks/site'),
  NOTIFY_QUIET_HOURS: textSetting((text) => quietHoursOf(text, 'UTC'), 'must be two hours of the day, such as 22-7'),
});

/** Reads the console's settings; docs/settings.md lists them. @throws StartError with one sentence that names the variable */
export function readConsoleSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = readSettings(schema, env);
  const staff = readStaffSettings(
    CONSOLE,
    { port: values.CONSOLE_PORT, databaseUrl: values.CONSOLE_DATABASE_URL },
    env,
  );
  const store = storePlace(env);
  if (!isWritable(store))
    throw new StartError(
      `RELEASES_URL names ${store}, which can only be read. Name the folder or bucket that it shows.`,
    );
  return {
    ...staff,
    privateStore: privateStorePlace(env),
    previewOrigin: values.PREVIEW_ORIGIN || undefined,
    errors: errorsAddress(values.ERRORS_URL),
    notify: values.NOTIFY_URL
      ? {
          url: values.NOTIFY_URL,
          quiet: quietHoursOf(values.NOTIFY_QUIET_HOURS, new Intl.DateTimeFormat().resolvedOptions().timeZone),
        }
      : undefined,
    store,
  };
}

export type ConsoleSettings = ReturnType<typeof readConsoleSettings>;
