import { readConsoleSettings } from './settings';

test.each([
  ['ERRORS_URL', 'https://errors.example/7'],
  ['NOTIFY_URL', 'chat'],
  ['NOTIFY_QUIET_HOURS', '25-3'],
  ['NOTIFY_ERRORS_PER_HOUR', '0'],
  ['SITE_TIME_ZONE', 'Nowhere'],
])('%s=%s stops the start by name', (name, value) => {
  expect(() => readConsoleSettings({ RELEASES_URL: '/releases', [name]: value })).toThrow(name);
});
