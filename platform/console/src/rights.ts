import type { RightsModel } from '@wholepage/sign-in/rights';

/** Rights in the console, apart from its service: the browser needs them, too. */
export const RIGHTS = {
  viewer: { allows: 'sees everything but people and the audit' },
  admin: { allows: 'does everything', implies: ['viewer', 'releaser'] },
  releaser: { allows: 'releases these apps', scope: 'APP', implies: ['viewer'] },
} satisfies RightsModel;
