import type { Scenario, ScenarioAnswer } from '@wholepage/tooling/scenario';
import { samplePost, samplePosts } from './samples/posts';

const PAGE_SIZE = 9;
const LIST = 'api_blog_list.php';
const SHOW = 'api_blog_show.php';

const list = (url: URL): unknown => {
  const page = Number(url.searchParams.get('page'));
  return {
    success: true,
    data: samplePosts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total_pages: Math.ceil(samplePosts.length / PAGE_SIZE),
  };
};

const show = (url: URL): unknown => {
  const data = samplePost(url.searchParams.get('slug') ?? '');
  return data ? { success: true, data } : { success: false, message: 'Post not found.' };
};

const both = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer[] => [
  { match: LIST, ...answer },
  { match: SHOW, ...answer },
];

/** Each fragment of this remote, with example props. */
export const standaloneFragments = [{ name: 'latest-post', props: { path: '/product/corporate-admin' } }];

/** Pages of this remote: three pages of the list and one beyond its end, a post, and one that does not exist. */
export const standalonePages = [
  '/blog',
  '/blog?page=2',
  '/blog?page=3',
  '/blog?page=99',
  '/blog/sample-1',
  '/blog/nowhere',
];

/** A hostile post. The browser reports what the sanitiser removes. */
export const hostilePages = ['/blog/hostile'];

/** Answers of the blog host with which QA can look at the journal. */
export const scenarios: Scenario[] = [
  {
    name: 'fine',
    title: 'What it should',
    answers: [
      { match: LIST, body: list },
      { match: SHOW, body: show },
    ],
  },
  {
    name: 'slow',
    title: 'The same after four seconds',
    answers: [
      { match: LIST, body: list, delayMs: 4000 },
      { match: SHOW, body: show, delayMs: 4000 },
    ],
  },
  {
    name: 'empty',
    title: 'That there are no posts',
    answers: [
      { match: LIST, body: { success: true, data: [], total_pages: 1 } },
      { match: SHOW, body: { success: true, data: [] } },
    ],
  },
  { name: 'failing', title: 'An error (500)', answers: both({ status: 500, body: { success: false } }) },
  { name: 'garbage', title: 'Garbage', answers: both({ body: '<!doctype html><title>PHP Warning</title>' }) },
  { name: 'offline', title: 'Nothing: the network is gone', answers: both({ offline: true }) },
];
