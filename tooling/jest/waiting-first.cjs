const beginningWith = require('./beginning-with.cjs');

/** They wait for most of their time, and leave the processors to the others. */
module.exports = beginningWith([
  'api/test/crash',
  'api/test/mail',
  'api/test/data-folder',
  'shell/server/outages/api',
  'shell/server/outages/store',
]);
