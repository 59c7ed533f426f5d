import type * as z from 'zod';
import type { OfficeRight } from './words';

/** What a call of the office takes and answers, and who may make it: declared once, for the API and for the pages. */
export interface Endpoint {
  right: OfficeRight;
  /** For what cannot be undone, or takes much away: the caller has just proved who they are. */
  confirmed?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Of the body; without it, what the API takes. */
  mostBytes?: number;
  /** Without it, a file or a stream is answered. */
  answer?: z.ZodType;
}

/** Endpoints by their method, and their path below `/office`. */
export type Endpoints = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>>;
