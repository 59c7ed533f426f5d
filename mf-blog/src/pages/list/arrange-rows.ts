/** A row of the list: one large post and two small ones, the large one first or last. */
export interface Row<Post> {
  layout: 'large-first' | 'large-last';
  posts: { post: Post; size: 'large' | 'small' }[];
}

const POSTS_PER_ROW = 3;

/**
 * Puts posts into rows of three whose layouts alternate, in reading order. A short last row keeps its large post.
 */
export function arrangeRows<Post>(posts: readonly Post[]): Row<Post>[] {
  const rows: Row<Post>[] = [];
  for (let start = 0; start < posts.length; start += POSTS_PER_ROW) {
    const members = posts.slice(start, start + POSTS_PER_ROW);
    const layout = rows.length % 2 === 0 ? 'large-first' : 'large-last';
    const large = layout === 'large-first' ? 0 : members.length - 1;
    rows.push({ layout, posts: members.map((post, index) => ({ post, size: index === large ? 'large' : 'small' })) });
  }
  return rows;
}
