const ABSOLUTE = /^(?:https?:)?\/\//i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** @returns the address as it is when it is one that a picture may have, else undefined. */
const usable = (address: string): string | undefined =>
  ABSOLUTE.test(address) || !OTHER_SCHEME.test(address) ? address : undefined;

/**
 * Where a post's picture is: its `image`, else its cover path behind the blog host, else nowhere.
 * @param blogHost prefix without a trailing slash
 */
export function pictureAddress(
  post: { image?: string | null | undefined; cover_path?: string | null | undefined },
  blogHost: string,
): string | undefined {
  const image = post.image?.trim();
  if (image) return usable(image);
  const cover = post.cover_path?.trim();
  if (!cover) return undefined;
  if (ABSOLUTE.test(cover)) return cover;
  return OTHER_SCHEME.test(cover) ? undefined : `${blogHost}/${cover.replace(/^\/+/, '')}`;
}
