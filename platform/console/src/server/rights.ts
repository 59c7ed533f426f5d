import type { RightsModel } from '@wholepage/sign-in/rights';

/** The right to invite people, and to change what they may do. */
export const MANAGES = 'admin';

/** What people may do here. A `releaser` is one of named apps. */
export const RIGHTS = {
  viewer: {},
  releaser: { scoped: true, implies: ['viewer'] },
  admin: { implies: ['viewer', 'releaser'] },
} satisfies RightsModel;
