import { useTable } from '@refinedev/core';
import type { PostRow } from 'api-wire/office/posts';
import { Link } from 'react-router';
import { SearchField, SelectField } from '../../components/fields/TextField';
import type { Column } from '../../components/list/FilteredList';
import { FilteredList } from '../../components/list/FilteredList';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { filterValue } from '../../data/filters';
import { moment } from '../../data/format';
import { useMe } from '../../data/me';

const STATE = {
  draft: ['Draft', 'plain'],
  scheduled: ['Scheduled', 'accent'],
  shown: ['On the site', 'good'],
} as const;

const stateOf = ({ status, shown }: PostRow): keyof typeof STATE =>
  status === 'draft' ? 'draft' : shown ? 'shown' : 'scheduled';

/** All posts, drafts too. */
export function PostsScreen() {
  const { siteOrigin } = useMe();
  const table = useTable<PostRow>({
    resource: 'posts',
    syncWithLocation: true,
    pagination: { pageSize: 25 },
    sorters: { initial: [{ field: 'published_at', order: 'desc' }] },
    queryOptions: { placeholderData: (before) => before },
  });
  const { filters, setFilters, setCurrentPage } = table;
  const set = (field: string) => (value: string) => {
    setCurrentPage(1);
    setFilters([{ field, operator: 'eq', value: value || undefined }]);
  };
  const columns: Column<PostRow>[] = [
    { header: 'Title', sort: 'title', show: ({ id, title }) => <Link to={`/posts/${id}`}>{title}</Link> },
    {
      header: 'State',
      show: (post) => {
        const [text, kind] = STATE[stateOf(post)];
        return (
          <span className="state" data-kind={kind}>
            {text}
          </span>
        );
      },
    },
    {
      header: 'Address',
      show: ({ slug, shown }) =>
        shown ? (
          <a href={`${siteOrigin}/blog/${slug}`} target="_blank" rel="noreferrer">
            /blog/{slug}
          </a>
        ) : (
          `/blog/${slug}`
        ),
    },
    { header: 'Date', sort: 'published_at', show: ({ published_at: at }) => moment(at) },
    {
      header: 'Changed',
      sort: 'updated_at',
      show: ({ updated_at: at, updated_by: by }) => (
        <span>
          <Time at={at} /> {by && `by ${by}`}
        </span>
      ),
    },
  ];
  return (
    <Screen
      title="Blog"
      actions={
        <Link className="button primary" to="/posts/new">
          Write a post
        </Link>
      }
    >
      <search className="filters">
        <SearchField label="Search posts" value={filterValue(filters, 'q')} onSearch={set('q')} />
        <SelectField
          label="State"
          value={filterValue(filters, 'state')}
          options={[['', 'All'], ...Object.entries(STATE).map(([state, [text]]) => [state, text] as const)]}
          onChange={set('state')}
        />
      </search>
      <FilteredList
        table={table}
        caption="Posts"
        columns={columns}
        idOf={({ id }) => String(id)}
        one="post"
        empty={{ filtered: 'No post fits this search.', all: 'No posts yet. Write the first one.' }}
      />
    </Screen>
  );
}
