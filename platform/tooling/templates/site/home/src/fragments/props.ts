import * as z from 'zod';

/** The schema of each fragment's props. */
export const props = { 'opening-hours': z.strictObject({}) };
