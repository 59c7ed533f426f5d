import type { CrudFilter, DataProvider } from '@refinedev/core';
import { json, type Method } from '@wholepage/staff-kit/browser/calls';

const addressOf = (resource: string, id?: string | number): string =>
  `/office/${resource}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

const filterPairs = (filters: readonly CrudFilter[] = []): [string, string][] =>
  filters.flatMap((filter) =>
    'field' in filter && filter.value !== undefined && filter.value !== ''
      ? [[filter.field, String(filter.value)] as [string, string]]
      : [],
  );

/** The API's query for the filters of a list. */
export const filterQuery = (filters: readonly CrudFilter[]): string =>
  new URLSearchParams(filterPairs(filters)).toString();

/** How refine reads and writes the API's resources: the server searches, filters, sorts and counts. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/office',
  getList: ({ resource, pagination, sorters, filters }) => {
    const query = new URLSearchParams(filterPairs(filters));
    if (pagination?.mode === 'server') {
      query.set('page', String(pagination.currentPage ?? 1));
      query.set('perPage', String(pagination.pageSize ?? 25));
    }
    const [sorter] = sorters ?? [];
    if (sorter) {
      query.set('sort', sorter.field);
      query.set('order', sorter.order);
    }
    return json('GET', `${addressOf(resource)}${query.size > 0 ? `?${query}` : ''}`);
  },
  getOne: async ({ resource, id }) => ({ data: await json('GET', addressOf(resource, id)) }),
  create: async ({ resource, variables }) => ({ data: await json('POST', addressOf(resource), variables) }),
  update: async ({ resource, id, variables, meta }) => {
    const method: Method = meta?.['method'] === 'PUT' ? 'PUT' : 'PATCH';
    return { data: await json(method, addressOf(resource, id), variables) };
  },
  deleteOne: async ({ resource, id }) => ({ data: await json('DELETE', addressOf(resource, id)) }),
};
