import { services } from './services';

const settingsOf = (env: NodeJS.ProcessEnv) => services.find(({ name }) => name === 'api')?.settingsFor?.(env);

test('the API’s mails link to the office that starts beside it, and in production to the one that is named', () => {
  expect(settingsOf({})).toEqual({ OFFICE_ORIGIN: 'http://localhost:3400' });
  expect(settingsOf({ OFFICE_PORT: '4400' })).toEqual({ OFFICE_ORIGIN: 'http://localhost:4400' });
  expect(settingsOf({ NODE_ENV: 'production', OFFICE_PORT: '4400' })).toEqual({});
});
