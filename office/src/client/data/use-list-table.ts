import { type BaseRecord, useTable } from '@refinedev/core';

/** A list of the server, newest first, whose page, order and filters are in the address. */
export const useListTable = <Row extends BaseRecord>(resource: string) =>
  useTable<Row>({
    resource,
    syncWithLocation: true,
    pagination: { pageSize: 25 },
    sorters: { initial: [{ field: 'created_at', order: 'desc' }] },
    queryOptions: { placeholderData: (before) => before },
  });
