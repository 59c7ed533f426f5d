import type { RemoteRoute } from '@wholepage/remote-kit';

/** Team inspire owns no page: it has a fragment on pages of the others. */
export const routes: RemoteRoute[] = [];
