import { readList, readPost } from './api/answers';
import { endingOf } from './pages/post/page';
import { samplePosts } from './samples/posts';
import { scenarios, standaloneFragments } from './scenarios';

const answerOf = (name: string, address: string): unknown => {
  const url = new URL(address, 'https://site.example');
  const answer = scenarios
    .find((scenario) => scenario.name === name)
    ?.answers.find(({ match }) => url.href.includes(match));
  return typeof answer?.body === 'function' ? answer.body(url) : answer?.body;
};

test('QA can reach every state', () => {
  expect(scenarios.map(({ name }) => name)).toEqual(['fine', 'slow', 'empty', 'failing', 'garbage', 'offline']);
});

test('what is fine is what a blog host sends', () => {
  for (const page of [1, 2, 3])
    expect(readList(answerOf('fine', `/api/formdata/api_blog_list.php?page=${page}&limit=9`))).toBeDefined();
  expect(readPost(answerOf('fine', '/api/formdata/api_blog_show.php?slug=sample-1')).kind).toBe('post');
  expect(readPost(answerOf('fine', '/api/formdata/api_blog_show.php?slug=hostile')).kind).toBe('post');
  expect(readPost(answerOf('fine', '/api/formdata/api_blog_show.php?slug=nowhere')).kind).toBe('absent');
});

test('what is garbage is not', () => {
  expect(readList(answerOf('garbage', '/api/formdata/api_blog_list.php'))).toBeUndefined();
});

test.each(standaloneFragments)('the fragment $name alone has a post to show', ({ props: { path } }) => {
  expect(samplePosts.map(({ title, slug }) => endingOf(title, slug)?.href)).toContain(path);
});
