import { blog, courses, marketing, remotes } from '../testing/remotes-on-page';
import { ownerOf } from './releases';

describe('ownerOf', () => {
  it.each([
    ['/', marketing, '/'],
    ['/contact', marketing, '/contact'],
    ['/contact/', marketing, '/contact'],
    ['/blog', blog, '/blog'],
    ['/blog/linen', blog, '/blog/:slug'],
    ['/blog/l%C3%ADnen', blog, '/blog/:slug'],
    ['/courses/1', courses, '/courses/:id'],
  ])('gives %s to the remote and the route that show it', (path, remote, route) => {
    const owned = ownerOf(remotes, path);
    expect(owned?.remote).toBe(remote);
    expect(owned?.route.path).toBe(route);
  });

  it.each(['/no-such-page', '/blog/linen/more', '/blogs', '/Contact', '/blog/%E0%A4%A', '//contact/x'])(
    'leaves %s to the 404 page',
    (path) => {
      expect(ownerOf(remotes, path)).toBeUndefined();
    },
  );

  it("takes the first remote of the page's set when two claim a path", () => {
    const rival = { ...blog, routes: marketing.routes };
    expect(ownerOf([rival, marketing], '/contact')?.remote).toBe(rival);
    expect(ownerOf([], '/contact')).toBeUndefined();
  });
});
