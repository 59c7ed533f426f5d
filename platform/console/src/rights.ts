import type { RightsModel } from '@wholepage/sign-in/rights';

/* The console's rights, apart from its service: the browser needs them, too. */

/** Rights in the console. A `releaser` has the right for named apps. */
export const RIGHTS = {
  viewer: { allows: 'sees everything but people and the audit' },
  admin: { allows: 'does everything', implies: ['viewer', 'releaser'] },
  releaser: { allows: 'releases these apps', scope: 'APP', implies: ['viewer'] },
} satisfies RightsModel;
