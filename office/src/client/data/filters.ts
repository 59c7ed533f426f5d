import type { CrudFilter } from '@refinedev/core';

/** What a filter of a list is set to. */
export const filterValue = (filters: readonly CrudFilter[], field: string): string => {
  const filter = filters.find((one) => 'field' in one && one.field === field);
  return filter ? String(filter.value ?? '') : '';
};

/** The address of a list that is filtered, as refine writes and reads it. */
export const filteredPath = (path: string, field: string, value: string): string => {
  const query = new URLSearchParams({
    'filters[0][field]': field,
    'filters[0][operator]': 'eq',
    'filters[0][value]': value,
  });
  return `${path}?${query}`;
};
