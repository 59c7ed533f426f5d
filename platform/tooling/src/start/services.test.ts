import type { SiteService } from '@wholepage/contracts/site';
import { environmentOf } from './services';

const service: SiteService = {
  name: 'back',
  folder: '../back',
  port: { variable: 'BACK_PORT', default: 1 },
  settingsFor: ({ DESK_PORT = '7' }) => ({ DESK_ORIGIN: `http://localhost:${DESK_PORT}` }),
};

test('a service gets the settings that follow from others, unless they are set', () => {
  expect(environmentOf(service, { DESK_PORT: '8' })).toEqual({ DESK_PORT: '8', DESK_ORIGIN: 'http://localhost:8' });
  expect(environmentOf(service, { DESK_ORIGIN: '' })).toEqual({ DESK_ORIGIN: 'http://localhost:7' });
  expect(environmentOf(service, { DESK_ORIGIN: 'https://desk' })).toEqual({ DESK_ORIGIN: 'https://desk' });
});
