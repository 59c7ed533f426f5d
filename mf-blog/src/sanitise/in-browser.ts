/**
 * Sanitises the body of a post in the browser, after a soft navigation. The sanitiser is fetched only then, because the
 * server has sanitised a post that came with its page.
 * @returns HTML for `innerHTML`, to be passed on unchanged: under Trusted Types it is a `TrustedHTML`, not a string
 */
export async function sanitisePost(html: string, blogHost: string): Promise<string> {
  const { purifyPost } = await import(/* webpackChunkName: "purify" */ './purify');
  return purifyPost(html, blogHost);
}
