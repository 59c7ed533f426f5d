import { momentOf, offsetTime, spokenTime } from './site-zone';

const iso = (text: string, timeZone?: string) => momentOf(text, timeZone)?.toISOString();

test.each([
  ['2026-05-31', '2026-05-30T18:30:00.000Z'],
  ['2026-05-31 09:30', '2026-05-31T04:00:00.000Z'],
  ['2026-05-31T09:30:15', '2026-05-31T04:00:15.000Z'],
  ['2026-05-31T09:30Z', '2026-05-31T09:30:00.000Z'],
  ['2026-05-31 09:30 +02:00', '2026-05-31T07:30:00.000Z'],
])('%s is a moment of the site', (text, moment) => {
  expect(iso(text)).toBe(moment);
});

// `Date` accepts each of these, in the zone of the machine or in another month.
test.each(['2026-5-31', '31 May 2026', '2026/05/31', '2026-02-31', '2026-02-30T10:00Z', 'week 7', '5', ''])(
  '%j is none',
  (text) => {
    expect(momentOf(text)).toBeUndefined();
  },
);

test('where clocks change, each moment is that of its own day', () => {
  expect(iso('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(iso('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  expect(iso('2026-10-26', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
});

test('what people and programs read says its zone', () => {
  const moment = new Date('2026-05-31T04:00:00Z');
  expect(spokenTime(moment)).toBe('31 May 2026, 09:30 (Asia/Kolkata)');
  expect(offsetTime(moment)).toBe('2026-05-31T09:30:00+05:30');
  expect(offsetTime(moment, 'America/St_Johns')).toBe('2026-05-31T01:30:00-02:30');
});
