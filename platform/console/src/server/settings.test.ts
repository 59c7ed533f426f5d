import { readConsoleSettings } from './settings';

test.each([
  ['ERRORS_URL', 'https://errors.example/7'],
  ['NOTIFY_URL', 'chat'],
  ['PREVIEW_ORIGIN', 'preview.example'],
  // This is a URL with the protocol `localhost:`.
  ['SITE_ORIGIN', 'localhost:3000'],
  ['NOTIFY_QUIET_HOURS', '25-3'],
])('%s=%s stops the start by name', (name, value) => {
  expect(() => readConsoleSettings({ RELEASES_URL: '/releases', [name]: value })).toThrow(name);
});
