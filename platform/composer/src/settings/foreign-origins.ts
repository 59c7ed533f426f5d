import * as z from 'zod';
import { originList } from './setting-schemas';

/** `*`, or origins separated by blanks or commas; empty: no page of another origin. */
export const foreignOrigins = z
  .union([z.literal('*'), originList.transform((list = []) => list)], {
    error: 'must be * or a list of origins such as https://intranet.example.com',
  })
  .default([]);
