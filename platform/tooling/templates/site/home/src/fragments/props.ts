import * as z from 'zod';

/** What each fragment's props must be. */
export const props = { 'opening-hours': z.strictObject({}) };
