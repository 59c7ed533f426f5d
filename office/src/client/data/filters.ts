/** The address of a list that is filtered, as refine writes and reads it. */
export const filteredPath = (path: string, field: string, value: string): string => {
  const query = new URLSearchParams({
    'filters[0][field]': field,
    'filters[0][operator]': 'eq',
    'filters[0][value]': value,
  });
  return `${path}?${query}`;
};
