import { commandOf, previewCommand } from './command';

test.each([
  [{ action: 'promote', app: 'news', version: '1.0.0-a', why: '' }, 'npm run wholepage -- promote news 1.0.0-a'],
  [
    { action: 'promote', app: 'news', version: '1.0.0-a', why: "it's $(rm)", breaks: 'urgent' },
    `npm run wholepage -- promote news 1.0.0-a --why 'it'\\''s $(rm)' --break-lock 'urgent'`,
  ],
  [
    { action: 'canary', app: 'news', version: '1.0.0-a', shares: [10], why: '' },
    'npm run wholepage -- canary news 1.0.0-a 10',
  ],
  [
    { action: 'canary', app: 'news', version: '1.0.0-a', shares: [10, 50], every: '5m', why: '' },
    'npm run wholepage -- canary news 1.0.0-a --steps 10,50 --every 5m',
  ],
  [{ action: 'stop', app: 'news', version: '1.0.0-a', why: '' }, 'npm run wholepage -- canary news stop'],
  [
    { action: 'rollback', app: 'news', from: '1.0.0-b', version: '1.0.0-a', why: 'typo' },
    "npm run rollback news 1.0.0-a -- --why 'typo'",
  ],
  [
    { action: 'lock', app: 'site', until: '2030-01-01T00:00:00.000Z', why: 'the fair' },
    "npm run wholepage -- lock site --until 2030-01-01T00:00:00.000Z --why 'the fair'",
  ],
  [{ action: 'unlock', app: 'site', why: '' }, 'npm run wholepage -- lock site --off'],
  [{ action: 'retire', app: 'news', why: '' }, 'npm run wholepage -- retire news'],
] as const)('%j is a command', (step, command) => {
  expect(
    commandOf({ ...step, ...('shares' in step && { shares: [...step.shares] }) } as Parameters<typeof commandOf>[0]),
  ).toBe(command);
});

test.each([
  [{ news: '1.0.0-a' }, 'npm run preview news 1.0.0-a -- --for 48h'],
  [{ news: '1.0.0-a', shop: '2.0.0' }, 'npm run preview news@1.0.0-a shop@2.0.0 -- --for 48h'],
])('a preview of %j is a command', (releases: Record<string, string>, command) => {
  expect(previewCommand(releases, 48)).toBe(command);
});
