import { openWritableStore } from './open-store';

test('an address cannot be published to', () => {
  expect(() => openWritableStore('https://releases.example')).toThrow(/can only be read/);
});
