import type { PageProps } from '@wholepage/remote-kit';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { LinkButton } from 'shared-ui/LinkButton';
import { definePage } from 'site/remote';
import { Loading } from '../../components/Loading/Loading';
import { Notice } from '../../components/Notice/Notice';
import { Retry } from '../../components/Retry/Retry';
import { blog } from '../../content/blog';
import { LIST_PATH } from '../list/page-number';
import { loadPost, type PostData } from './load';
import { PostArticle } from './PostArticle';
import styles from './page.module.css';

function PostPage({ state, data, url, retry }: PageProps<PostData>) {
  const { states } = blog;
  const { slug = '' } = useParams();
  if (state === 'loading')
    return (
      <div className={styles.status}>
        <h1 className="visually-hidden">{blog.untitled}</h1>
        <Loading />
      </div>
    );
  if (data?.kind === 'post') return <PostArticle post={data.post} slug={slug} />;
  if (data?.kind === 'absent' || data?.kind === 'empty')
    return <NoPost heading={data.kind === 'empty' ? states.missing : states.postFailed} text={states.absentHint} />;
  return (
    <NoPost heading={states.postFailed} text={states.failedHint}>
      <Retry url={url} onRetry={retry} />
    </NoPost>
  );
}

function NoPost({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.status}>
      <Notice tone="error" level={1} heading={heading} text={text}>
        {children}
        <LinkButton href={LIST_PATH} variant={children ? 'quiet' : 'primary'}>
          {blog.back}
        </LinkButton>
      </Notice>
    </div>
  );
}

export const page = definePage<PostData>({ load: loadPost, Page: PostPage });
