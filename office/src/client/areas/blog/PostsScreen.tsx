import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { moment, Screen, State, Time } from '@wholepage/staff-kit/browser/screen';
import type { PostRow } from 'api-wire/office/posts';
import { Link } from 'react-router';
import { type Column, FilteredList, SearchField, useListTable } from '../../components/FilteredList';
import { useSite } from '../../data/site';

const STATE = {
  draft: ['Draft', 'plain'],
  scheduled: ['Scheduled', 'accent'],
  shown: ['On the site', 'good'],
} as const;

const stateOf = ({ status, shown }: PostRow): keyof typeof STATE =>
  status === 'draft' ? 'draft' : shown ? 'shown' : 'scheduled';

/** All posts, drafts too. */
export function PostsScreen() {
  const { siteOrigin } = useSite();
  const table = useListTable<PostRow>('posts', { sort: 'published_at' });
  const { filter, filtered } = table;
  const columns: Column<PostRow>[] = [
    { header: 'Title', sort: 'title', show: ({ id, title }) => <Link to={`/posts/${id}`}>{title}</Link> },
    {
      header: 'State',
      show: (post) => {
        const [text, kind] = STATE[stateOf(post)];
        return <State kind={kind}>{text}</State>;
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
        <SearchField label="Search posts" value={filtered('q')} onSearch={filter('q')} />
        <SelectField
          label="State"
          value={filtered('state')}
          options={[['', 'All'], ...Object.entries(STATE).map(([state, [text]]) => [state, text] as const)]}
          onChange={filter('state')}
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
