import { useInvalidate, useList, useOne } from '@refinedev/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { ActButton, inOneLine, TextField } from '@wholepage/staff-kit/browser/forms';
import { Back, clock, Failure, moment, Screen, Time, Waiting } from '@wholepage/staff-kit/browser/screen';
import type { Post, PostRow } from 'api-wire/office/posts';
import { useId, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useAct } from '../../components/act';
import {
  type ColumnOf,
  FilteredList,
  Filters,
  RowLink,
  useListPath,
  useListTable,
} from '../../components/FilteredList';
import { type Answer, call } from '../../data/call';
import { SaveFailure, UnsavedDrafts, useRecordDraft } from '../../data/drafts';
import { useSite } from '../../data/site';
import { optionsOf, Status } from '../words';
import { MarkdownField, sendPicture } from './MarkdownField';

const POST_STATES = {
  draft: { label: 'Draft', tone: 'plain' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  shown: { label: 'On the site', tone: 'good' },
} as const;

const stateOf = ({ status, shown }: PostRow) => (status === 'draft' ? 'draft' : shown ? 'shown' : 'scheduled');

export function PostsScreen() {
  const { siteOrigin, timeZone } = useSite();
  const table = useListTable('posts', 'published_at');
  const columns: ColumnOf<'posts'>[] = [
    { header: 'Title', sort: 'title', show: ({ id, title }) => <RowLink to={`/posts/${id}`}>{title}</RowLink> },
    { header: 'State', show: (post) => <Status {...POST_STATES[stateOf(post)]} /> },
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
    { header: `Date (${timeZone})`, sort: 'published_at', show: ({ published_at: at }) => clock(at) },
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
      <Filters
        table={table}
        search={['q', 'Search posts']}
        choices={[['state', 'State', [['', 'All'], ...optionsOf(POST_STATES)]]]}
      />
      <FilteredList
        table={table}
        caption="Posts"
        columns={columns}
        one="post"
        empty={{ filtered: 'No post fits this search.', all: 'No posts yet. Write the first one.' }}
      />
    </Screen>
  );
}

function ExistingPost({ id }: { id: string }) {
  const { result, query } = useOne<Post>({
    resource: 'posts',
    id,
    liveMode: 'off',
    // A refetch must not replace what somebody is writing.
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
  return <Waiting title="Post" query={query} />;
}

export function PostScreen() {
  const { id = 'new' } = useParams();
  if (id === 'new') return <PostEditor key="new" post={EMPTY} revisions={[]} onReload={() => undefined} />;
  return <ExistingPost key={id} id={id} />;
}

interface PostEditorProps {
  post: typeof EMPTY | Post;
  revisions: readonly Revision[];
  onReload(): void;
}

const META = [
  ['meta_title', 'Title'],
  ['meta_description', 'Description'],
  ['meta_keywords', 'Keywords'],
] as const;

/** Editor to write, preview, schedule and publish a post. Typed text survives a failed save and a reload. */
function PostEditor({ post, revisions, onReload }: PostEditorProps) {
  const { siteOrigin, timeZone } = useSite();
  const navigate = useNavigate();
  const list = useListPath('/posts');
  const { id, version } = post;
  const begin = { ...writtenOf(post), publish_at: post.publish_at || nowIn(timeZone) };
  const typed = useRecordDraft<Written>(`post:${id ?? 'new'}`, version ?? 0, begin);
  const draft = typed.value;
  const [replaced, setReplaced] = useState<Written>();
  const [hasOwnSlug, setOwnSlug] = useState(post.slug !== '');
  const isPublished = post.status === 'published';
  const set = (patch: Partial<Written>) => typed.change((now) => ({ ...now, ...patch }));
  const field = (name: 'author' | 'excerpt' | (typeof META)[number][0]) => ({
    value: draft[name] ?? '',
    maxLength: 1000,
    onChange: (text: string) => set({ [name]: text }),
  });
  const save = useAct({
    act: async (status: Post['status']) => {
      const saved =
        id === undefined
          ? await call('POST /posts', { body: { ...draft, status } })
          : await call('PUT /posts/:id', { id, body: { ...draft, status, version: version ?? 0 } });
      // Runs before lists and records are refetched, because the new version gets an editor of its own.
      typed.saved(draft, { record: `post:${saved.id}`, version: saved.version, value: writtenOf(saved) });
      return saved;
    },
    done: (saved) =>
      saved.status === 'draft'
        ? 'The draft is saved.'
        : saved.shown
          ? saved.tried === false
            ? 'It is published. The site does not answer now: look at it there.'
            : 'It is on the site. Visitors see the change within a minute.'
          : 'It is scheduled.',
  });
  const cover = useAct({ act: sendPicture });
  // A post saved before its cover is uploaded would have none.
  const isBusy = save.isPending || cover.isPending;
  const invalidate = useInvalidate();
  const saveAs = (status: Post['status']) =>
    save.mutate(status, {
      onSuccess: (saved) => {
        // Lists only. After a refused save the writer sees the reason, and then opens the newer version.
        void invalidate({ resource: 'posts', invalidates: ['list'] });
        if (id === undefined) void navigate(`/posts/${saved.id}`, { replace: true });
        else onReload();
      },
    });
  const preview = useAct({
    act: () => call('POST /post-previews', { body: draft }),
    done: ({ path, until }) => {
      open(siteOrigin + path, '_blank', 'noreferrer');
      return isPublished ? 'The site goes on showing the saved post.' : `The preview is open until ${moment(until)}.`;
    },
  });
  return (
    <Screen title={post.title || 'A new post'} actions={<Back to={list}>the posts</Back>}>
      <form
        className="with-aside"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) saveAs('published');
        }}
      >
        {/* Enter in a field presses the form's first submit button: this disabled one publishes nothing. */}
        <button type="submit" disabled style={{ display: 'none' }} />
        <div>
          <UnsavedDrafts {...typed} />
          <TextField
            label="Title"
            value={draft.title}
            required
            maxLength={200}
            onChange={(title) => set({ title, ...(!hasOwnSlug && { slug: slugOf(title) }) })}
          />
          <MarkdownField value={draft.markdown} onChange={(markdown) => set({ markdown })} />
        </div>
        <aside aria-label="About this post">
          <div className="actions">
            <button type="submit" className="primary" disabled={isBusy}>
              {isPublished ? 'Save and keep it published' : 'Publish'}
            </button>
            <button type="button" disabled={isBusy || !draft.title} onClick={() => saveAs('draft')}>
              {isPublished ? 'Take it off the site' : 'Save the draft'}
            </button>
            <button type="button" disabled={preview.isPending || !draft.title} onClick={() => preview.mutate()}>
              Preview on the site
            </button>
          </div>
          <SaveFailure error={save.error ?? preview.error} onOpen={onReload} />
          <TextField
            label={`Shown from (${timeZone})`}
            type="datetime-local"
            value={draft.publish_at.slice(0, 16)}
            required
            hint="A moment to come schedules the post."
            onChange={(publishAt) => set({ publish_at: publishAt })}
          />
          <TextField
            label="Address"
            value={draft.slug}
            required
            maxLength={120}
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            title="Lower-case words joined by dashes"
            hint="/blog/… When it changes, the old address goes on working."
            onChange={(slug) => {
              setOwnSlug(true);
              set({ slug });
            }}
          />
          <CoverField send={cover} path={draft.cover_path} onChange={(path) => set({ cover_path: path })} />
          <TextField label="Author" {...field('author')} />
          <TextField
            label="Excerpt"
            {...field('excerpt')}
            rows={3}
            hint="A line or two for lists."
            onChange={(excerpt) => set({ excerpt: inOneLine(excerpt) })}
          />
          <details>
            <summary>For search engines</summary>
            {META.map(([name, label]) => (
              <TextField key={name} label={label} {...field(name)} />
            ))}
          </details>
          <Revisions
            revisions={revisions}
            current={version}
            onTake={(written) => {
              setReplaced(draft);
              typed.change(() => written);
            }}
          />
          {replaced && (
            <button
              type="button"
              onClick={() => {
                typed.change(() => replaced);
                setReplaced(undefined);
              }}
            >
              Back to what was typed
            </button>
          )}
          {id !== undefined && version && <DeletePost id={id} title={post.title} version={version} />}
        </aside>
      </form>
    </Screen>
  );
}

interface CoverFieldProps {
  send: UseMutationResult<{ path: string }, Error, File>;
  path: string | null;
  onChange(path: string | null): void;
}

function CoverField({ send, path, onChange }: CoverFieldProps) {
  const id = useId();
  const { siteOrigin } = useSite();
  return (
    <div className="field">
      <label htmlFor={id}>Cover</label>
      {path && <img className="cover" src={`${siteOrigin}/api${path}`} alt="The cover as it is now" />}
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={send.isPending}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) send.mutate(file, { onSuccess: (picture) => onChange(picture.path) });
          // Cleared, so that `change` fires when the same file is chosen again, as after a failure.
          event.target.value = '';
        }}
      />
      {path && (
        <button type="button" className="quiet" onClick={() => onChange(null)}>
          Remove the cover
        </button>
      )}
      {send.isPending && <p role="status">The cover is on its way. The post can be saved when it is here.</p>}
      <Failure error={send.error} />
    </div>
  );
}

function DeletePost({ id, title, version }: Pick<Post, 'id' | 'title' | 'version'>) {
  const navigate = useNavigate();
  const list = useListPath('/posts');
  const invalidate = useInvalidate();
  const remove = useAct({
    act: () => call('DELETE /posts/:id', { id, query: { version } }),
    done: 'The post is deleted.',
    // Lists only. A refusal refetches nothing, so that its reason stays on screen.
    onDone: () => void invalidate({ resource: 'posts', invalidates: ['list'] }),
  });
  return (
    <p className="actions">
      <ActButton
        text="Delete this post"
        title={`Delete “${title}”`}
        isDangerous
        act={() => remove.mutateAsync(undefined, { onSuccess: () => void navigate(list) })}
      >
        <p>It goes with its versions and its addresses. This cannot be undone; taking it off the site can.</p>
      </ActButton>
    </p>
  );
}

type Revision = Answer<'GET /posts/:id/revisions'>['data'][number];

interface RevisionsProps {
  revisions: readonly Revision[];
  current: number | undefined;
  onTake(written: Written): void;
}

/** Earlier versions. A version is copied into the editor, and takes effect when it is saved. */
function Revisions({ revisions, current, onTake }: RevisionsProps) {
  const earlier = revisions.filter(({ version }) => version !== current);
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary>{earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}</summary>
      <ul className="plain">
        {earlier.map(({ version, at, by, post }) => (
          <li key={version}>
            Version {version} by {by}, <Time at={at} />{' '}
            <button type="button" onClick={() => onTake(post)}>
              Take version {version}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Written = Revision['post'];

export const EMPTY: Written & Partial<Pick<Post, 'id' | 'version' | 'shown'>> = {
  slug: '',
  title: '',
  excerpt: null,
  author: null,
  cover_path: null,
  status: 'draft',
  publish_at: '',
  markdown: '',
  meta_title: null,
  meta_description: null,
  meta_keywords: null,
};

/** Returns the fields that people write, without the server's own. */
const writtenOf = (post: Written): Written =>
  Object.fromEntries(Object.keys(EMPTY).map((field) => [field, post[field as keyof Written]])) as unknown as Written;

/** The present time in the site's time zone, as `2026-05-31T09:30`. */
const nowIn = (timeZone: string): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date())
    .replace(' ', 'T');

/** The address of a title: `Linen at sea!` becomes `linen-at-sea`. Empty where no letter is left. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '');
