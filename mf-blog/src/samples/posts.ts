import type { BlogListItem, BlogPost } from 'api-wire/blog';
import { blog } from '../content/blog';

/** Posts for the standalone page, where no blog host is at hand. */
const SUBJECTS = [
  [
    'How many sheets for one bed?',
    'One on the bed, one in the wash, one on the shelf, and then real life.',
    'Linen Desk',
  ],
  ['Why logos pucker', 'Eight thousand stitches go into a chest logo, and each one pulls.', 'Embroidery Floor'],
  ['A post that nobody signed', 'Without an author the list says admin.', undefined],
  ['Four stripes on a sleeve', 'Rank in the air is read at ten metres in a dim terminal.', 'Aviation Desk'],
  ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenuniform', 'A long word.', 'Fit Room'],
  ['Short', '', 'Planning Desk'],
  ['Cloth for forty-two degrees', 'In Vellore in May the shade is no help.', 'Fabric Desk'],
] as const;

const COUNT = 23;

/** Items of the blog host's list, newest first. Every fourth post has a picture; one has a broken address. */
export const samplePosts: BlogListItem[] = Array.from({ length: COUNT }, (_, index) => {
  const [title, excerpt, author] = SUBJECTS[index % SUBJECTS.length] ?? SUBJECTS[0];
  const round = Math.floor(index / SUBJECTS.length);
  return {
    id: COUNT - index,
    slug: `sample-${index + 1}`,
    title: round ? `${title} (${round + 1})` : title,
    excerpt,
    author,
    image: index % 4 === 0 ? blog.banner.picture.src : null,
    cover_path: index === 2 ? 'covers/not-there.svg' : null,
    created_at: new Date(Date.UTC(2026, 9, 30 - index * 11)).toISOString(),
  };
});

const BODY = `
<p>On any given morning one set lies on the bed, one goes round the laundry, one waits on the shelf of the pantry.
That is three before a <em>single</em> thing has gone <strong>wrong</strong>. The trade calls each set a <q>par</q>.</p>
<h2>Where they are</h2>
<ul><li><p>On the bed.</p></li><li>In the wash, with a supplier whose name is <a href="https://example.org/">a link</a>.</li></ul>
<ol><li>Count.</li><li>Count again, on the <mark>same morning</mark>.</li></ol>
<blockquote><p>A count that takes three days has counted some sheets twice.</p><p>Linen Desk</p></blockquote>
<h3>A sum</h3>
<pre><code>reorder point = weekly issue × lead time + z × weekly deviation × √(lead time)   // longer than the measure
              = 13.3 × 9 + 1.65 × 6 × √9</code></pre>
<table><thead><tr><th>Item</th><th align="right">One par</th><th align="right">Order</th></tr></thead>
<tbody><tr><td>King sheet</td><td align="right">120</td><td align="right">538</td></tr>
<tr><td>Pillowcase</td><td align="right">400</td><td align="right">1,920</td></tr></tbody></table>
<figure><img src="${blog.banner.picture.src}" alt="Swatches"><figcaption>Pinked, so that they do not fray.</figcaption></figure>
<hr><p>The end: <code>par = 4</code>, H<sub>2</sub>O and <kbd>Esc</kbd>.</p>`;

/** The body of a post from a hostile or compromised host. It must have no effect. */
const HOSTILE_BODY = `
<p onclick="document.title='hostile'">Before</p><script>document.title='hostile'</script>
<img src="x" onerror="document.title='hostile'"><a href="javascript:document.title='hostile'">A link</a>
<svg><script>document.title='hostile'</script></svg><iframe srcdoc="<script>parent.document.title='hostile'</script>"></iframe>
<form action="https://evil.example"><input name="q"><button>Send</button></form>
<style>body { display: none }</style><base href="https://evil.example/"><h1 id="main" style="position:fixed;inset:0">Heading</h1>
<math><mtext><table><mglyph><style><img src="x" onerror="document.title='hostile'"></style></mglyph></table></mtext></math><p>After</p>`;

const post = (slug: string, content: string): BlogPost => {
  const item = samplePosts.find((sample) => sample.slug === slug);
  return {
    id: item?.id ?? slug,
    slug,
    title: item?.title ?? 'How a hostile host is met',
    cover_path: null,
    author: item?.author,
    created_at: item?.created_at ?? '2025-03-05 10:00:00',
    excerpt: item?.excerpt,
    content,
  };
};

/** Returns the post of a slug, as the blog host would send it; undefined without one. */
export function samplePost(slug: string): BlogPost | undefined {
  if (slug === 'hostile') return post(slug, HOSTILE_BODY);
  return samplePosts.some((sample) => sample.slug === slug) ? post(slug, BODY) : undefined;
}
