import type { RightsModel } from '@wholepage/sign-in/rights';
import type { OfficeRight } from 'api-wire/office/caller';

/** The right to invite people, and to change what they may do. */
export const MANAGES = 'owner' satisfies OfficeRight;

/** What people may do in the office. The API checks the same rights in every call. */
export const RIGHTS = {
  owner: { implies: ['desk', 'writer'] },
  desk: {},
  writer: {},
} satisfies RightsModel & Record<OfficeRight, unknown>;
