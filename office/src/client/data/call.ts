import { json, type Method } from '@wholepage/staff-kit/browser/calls';
import type { OFFICE } from 'api-wire/office/office';
import type * as z from 'zod';

type Office = typeof OFFICE;
type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Sent<Endpoint, Part extends string> =
  Endpoint extends Record<Part, infer Schema extends z.ZodType> ? Record<Part, z.input<Schema>> : unknown;
/** The names in the path, and the query and the body that the endpoint declares. */
type Given<Call extends keyof Office> = Record<NamesIn<Call>, string | number> &
  Sent<Office[Call], 'query'> &
  Sent<Office[Call], 'body'>;

export type Answer<Call extends keyof Office> =
  Office[Call] extends Record<'answer', infer Schema extends z.ZodType> ? z.input<Schema> : never;

/** Calls the API, as its endpoint is declared. @throws ApiError with a sentence for the person */
export function call<Call extends keyof Office>(
  name: Call,
  ...[given]: object extends Given<Call> ? [] : [Given<Call>]
): Promise<Answer<Call>> {
  const { query, body, ...names } = (given ?? {}) as Record<string, string> & {
    query?: Record<string, string>;
    body?: unknown;
  };
  const [method, path = ''] = name.split(' ');
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(names[part] ?? ''));
  return json(method as Method, `/office${address}${query ? `?${new URLSearchParams(query)}` : ''}`, body);
}
