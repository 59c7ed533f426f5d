import { sitemap } from './sitemap';
import { contextFor, hostThat, listOf } from './testing/host';

test('names every post of every page of the list', async () => {
  const host = hostThat(listOf(2, 3));
  expect(await sitemap(contextFor('/', host.fetch))).toEqual(Array(3).fill(['/blog/post-1', '/blog/post-2']).flat());
  expect(host.asked[2]).toBe('https://blog.example/formdata/api_blog_list.php?page=3&limit=50');
});

test.each([
  ['fails', 'x', 500],
  ['sends no list', { success: false }, 200],
])('rather names none than half of them when the host %s', async (_how, answer, status) => {
  await expect(sitemap(contextFor('/', hostThat(answer, status).fetch))).rejects.toThrow('The blog host answered');
});
