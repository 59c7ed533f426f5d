/**
 * Makes the body of a post safe in the browser, after a soft navigation. The sanitiser is fetched only then: a post
 * that came with its page was made safe by the server.
 * @returns HTML to be handed to `innerHTML` untouched: under Trusted Types it is a `TrustedHTML`, not a string
 */
export async function sanitisePost(html: string, blogHost: string): Promise<string> {
  const { purifyPost } = await import(/* webpackChunkName: "purify" */ './purify');
  return purifyPost(html, blogHost);
}
