import { useList, useOne } from '@refinedev/core';
import type { Post } from 'api-wire/office/posts';
import { useParams } from 'react-router';
import { Failure } from '../../components/Failure';
import { Screen } from '../../components/Screen';
import { PostEditor } from './PostEditor';
import type { Revision } from './Revisions';
import { EMPTY } from './written';

function ExistingPost({ id }: { id: string }) {
  const { result, query } = useOne<Post>({
    resource: 'posts',
    id,
    liveMode: 'off',
    // What somebody writes is not replaced behind their back.
    queryOptions: { refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  const revisions = useList<Revision & { id?: number }>({
    resource: `posts/${id}/revisions`,
    pagination: { mode: 'off' },
  });
  if (result && !query.isFetching)
    return (
      <PostEditor
        key={`${id} ${result.version}`}
        post={result}
        revisions={revisions.result.data}
        onReload={() => void Promise.all([query.refetch(), revisions.query.refetch()])}
      />
    );
  return (
    <Screen title="Post">
      <Failure error={query.error && new Error(query.error.message)} onRetry={() => void query.refetch()} />
      {query.isLoading && <p className="empty">Loading …</p>}
    </Screen>
  );
}

/** A post, written or new. */
export function PostScreen() {
  const { id = 'new' } = useParams();
  if (id === 'new') return <PostEditor key="new" post={EMPTY} revisions={[]} onReload={() => undefined} />;
  return <ExistingPost key={id} id={id} />;
}
