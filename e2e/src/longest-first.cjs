const beginningWith = require('../../tooling/jest/beginning-with.cjs');

/**
 * What takes longest, so that no worker is left with it at the end. `payments` holds what the provider sends and makes it
 * fail: it is over before the last of these, or others, pay.
 */
module.exports = beginningWith([
  'payments',
  'pages',
  'gate',
  'bad-releases',
  'outages',
  'skew',
  'canary',
  'publishing',
  'first-view',
  'engines',
]);
