import { json, type Method } from '@wholepage/staff-kit/browser/calls';
import type { FilterOf } from 'api-wire/office/lists';
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

type List = Record<'query', z.ZodType<{ sort: string }>> & Record<'answer', z.ZodType<{ data: unknown[] }>>;
type Lists = {
  [Call in keyof Office as Call extends `GET /${infer Name}`
    ? Office[Call] extends List
      ? Name
      : never
    : never]: Extract<Office[Call], List>;
};

/** The lists that the API filters and sorts, their rows, and by what. */
export type ListName = keyof Lists;
export type RowOf<Name extends ListName> = z.input<Lists[Name]['answer']>['data'][number];
export type SortOf<Name extends ListName> = z.output<Lists[Name]['query']>['sort'];
export type FilterName<Name extends ListName> = string & keyof FilterOf<Lists[Name]['query']>;

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
