import { runStaff } from '@wholepage/staff-kit/command';
import { readOfficeSettings } from './server/settings';
import { OFFICE } from './service';

runStaff(OFFICE, {
  readSettings: readOfficeSettings,
  saves: 'people, passkeys and audit',
  withoutWords: async () => (await import('@wholepage/staff-kit/build')).buildAndStart(OFFICE),
});
