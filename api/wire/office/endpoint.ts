import type * as z from 'zod';
import type { OfficeRight } from './words';

/** Declaration of an office call for API and pages: request, response and right. */
export interface Endpoint {
  right: OfficeRight;
  /** Requires a recent re-authentication: the call is irreversible, or exports much. */
  confirmed?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Largest body; default: the API's limit. */
  mostBytes?: number;
  /** Left out, the response is a file or a stream. */
  answer?: z.ZodType;
}

/** Endpoints by method and path below `/office`. */
export type Endpoints = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>>;
