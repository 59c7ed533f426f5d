import type pg from 'pg';
import type { FragmentSummary } from '../../observed';
import type { LiveReleases } from '../views/live-releases';
import { grouped } from './grouped';

interface Row {
  app: string;
  page: string;
  of: string;
  fragment: string;
  seenAt: Date;
}

/** Fragments of live releases, and the pages that held them within a week. One that is held and not declared is among them. */
export async function readFragments(pool: pg.Pool, live: LiveReleases): Promise<FragmentSummary[]> {
  const { rows } = await pool.query<Row>(
    'select app, page, of, fragment, seen_at as "seenAt" from holds order by of, fragment, app, page limit 5000',
  );
  const held = grouped(rows, ({ of, fragment }) => `${of} ${fragment}`);
  const summaryOf = (app: string, version: string, name: string, when: string): FragmentSummary => {
    const by = held.get(`${app} ${name}`) ?? [];
    const seen = Math.max(0, ...by.map(({ seenAt }) => seenAt.getTime()));
    return {
      ...{ app, version, name, when },
      seenAt: seen > 0 ? new Date(seen).toISOString() : undefined,
      heldBy: by.map((hold) => ({ app: hold.app, page: hold.page })),
    };
  };
  const declared = live.flatMap(({ app, version, fragments = [] }) =>
    fragments.map(({ name, when }) => summaryOf(app, version, name, when)),
  );
  const known = new Set(declared.map(({ app, name }) => `${app} ${name}`));
  const unknown = [...held.values()].flatMap(([first]) =>
    first && !known.has(`${first.of} ${first.fragment}`)
      ? [summaryOf(first.of, '', first.fragment, 'not declared')]
      : [],
  );
  return [...declared, ...unknown];
}
