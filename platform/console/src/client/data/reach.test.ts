import { everyVisitor, someVisitors } from './reach';

test.each([
  [everyVisitor({ visits: 2_140 }), 'Every visitor (2,140 visits in the last hour)'],
  [everyVisitor({ visits: 1 }), 'Every visitor (1 visit in the last hour)'],
  [everyVisitor(undefined), 'Every visitor'],
  [everyVisitor({ visits: 0 }), 'Every visitor'],
  [someVisitors(10, { visits: 2_140 }), '10 % of visitors (about 214 of 2,140 visits in the last hour)'],
  [someVisitors(10, undefined), '10 % of visitors'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});
