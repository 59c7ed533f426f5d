import { LIVE_SET_PATH, type LiveSet, type RemoteOnPage, type SetDocument, setPath } from '@wholepage/contracts/page';

/** The remotes that visitors of a site get, as its live set says. */
export async function liveRemotes(origin: string): Promise<RemoteOnPage[]> {
  const { id } = (await (await fetch(origin + LIVE_SET_PATH)).json()) as LiveSet;
  return ((await (await fetch(origin + setPath(id))).json()) as SetDocument).remotes;
}

/** Paths of the pages that a site lists for search engines. */
export async function sitemapOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}
