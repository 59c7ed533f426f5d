import type { CrudFilter, DataProvider, RouterProvider } from '@refinedev/core';
import refineRouter from '@refinedev/react-router';
import { json } from '@wholepage/staff-kit/browser/calls';

export const filterQuery = (filters: readonly CrudFilter[] = []): URLSearchParams =>
  new URLSearchParams(
    filters.flatMap((filter) =>
      'field' in filter && filter.value !== undefined && filter.value !== ''
        ? [[filter.field, String(filter.value)]]
        : [],
    ),
  );

const never = (): never => {
  throw new Error('Changes are made by calls, whose types know what is sent.');
};

const useGo: NonNullable<RouterProvider['go']> = () => {
  const go = refineRouter.go?.();
  return ({ query, ...to }) => go?.({ ...to, ...(query && { query: encoded(query) }) });
};

const encoded = (query: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(query), (_, value) => (typeof value === 'string' ? encodeURIComponent(value) : value));

/** refine's router with encoded queries: refine itself writes the `&` and `+` of a search as they are. */
export const routerProvider: RouterProvider = { ...refineRouter, go: useGo };

/** refine's reader of the API's resources: the server searches, filters, sorts and counts. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/office',
  getList: ({ resource, pagination, sorters, filters }) => {
    const query = filterQuery(filters);
    if (pagination?.mode === 'server') {
      query.set('page', String(pagination.currentPage ?? 1));
      query.set('perPage', String(pagination.pageSize ?? 25));
    }
    const [sorter] = sorters ?? [];
    if (sorter) {
      query.set('sort', sorter.field);
      query.set('order', sorter.order);
    }
    return json('GET', `/office/${resource}${query.size > 0 ? `?${query}` : ''}`);
  },
  getOne: async ({ resource, id }) => ({ data: await json('GET', `/office/${resource}/${encodeURIComponent(id)}`) }),
  create: never,
  update: never,
  deleteOne: never,
};
