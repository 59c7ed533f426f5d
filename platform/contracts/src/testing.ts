import type { PublicConfig } from './config';
import type { ShellApi } from './mount';

/** Settings for tests of the platform. */
export const testConfig: PublicConfig = {
  siteOrigin: 'https://site.example',
  site: { name: 'Test & Thimble', description: 'A test of a site.', keywords: 'test', language: 'en' },
};

/** A shell that does nothing but remember what it was asked. */
export const stubShell = () =>
  ({
    alert: jest.fn().mockResolvedValue(undefined),
    toast: jest.fn(),
    navigate: jest.fn(),
    setHead: jest.fn(),
    fail: jest.fn(),
    events: { publish: jest.fn(), subscribe: jest.fn(() => () => {}) },
  }) satisfies ShellApi;
