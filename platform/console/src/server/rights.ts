import type { RightsModel } from '@wholepage/sign-in/rights';

/** What people may do here. A `releaser` is one of named apps. */
export const RIGHTS = {
  viewer: {},
  releaser: { scoped: true, implies: ['viewer'] },
  admin: { implies: ['viewer', 'releaser'] },
} satisfies RightsModel;
