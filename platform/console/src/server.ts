import { environmentTrust } from '@wholepage/releases/settings';
import { serveStaff } from '@wholepage/staff-kit/server';
import { buildApp } from './server/app';
import { readConsoleSettings } from './server/settings';
import { siteGoals } from './server/views';
import { CONSOLE } from './service';

serveStaff(CONSOLE, readConsoleSettings, async (options) =>
  buildApp({ ...options, trust: environmentTrust(), goals: await siteGoals() }),
);
