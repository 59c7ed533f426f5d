/** Names of common elements, of elements with parsing rules of their own, and of obsolete ones. */
const NAMES =
  'div p a b i span li ul ol dl dt dd h1 h2 table tbody thead tr td th caption colgroup col select option optgroup button form input br img svg path g title style textarea noscript template ruby rt rp label main section nobr math mi desc foreignObject pre hr details summary meta fragment-slot footer search object marquee center font iframe script xmp noembed noframes plaintext listing html head body base link frameset frame keygen image embed source area map fieldset legend dialog menu slot selectedcontent mo ms mtext mglyph malignmark annotation-xml rb rtc applet address article dir'.split(
    ' ',
  );
const EMPTY = new Set('br img input hr col meta base link frame keygen image embed source area'.split(' '));
/** Most tags have no attribute. */
const ATTRIBUTES = ['', '', '', '', ' class="a>b"', " title='<!--'", ' hidden', ' a=b', ' encoding="text/html"', '/'];
/** Harmless texts: careful HTML contains only these. */
const HARMLESS = ['x', ' ', '', '<!-- c -->', '&amp;', '<!---->', '\n', '>'];
const TEXTS = [
  ...HARMLESS,
  ...['"', '&am', '</', '<p ', '</fragment-slot', '\0', '<!-->', '<!--->', '<!--a--!>', '<!--', '-->', '--', '<?x?>'],
  ...['<!doctype html>', '<![CDATA[x]]>', '</p/>', '</br>', '</ div>', '<a<b>', '<DIV>', '</DIV>', '<p title="'],
  ...["<p title='", '<p title=', '</p a=">', '<p a=1 a=2>', '</>', '<>', '&#0;', '&lt;p&gt;', '</script', '<\f>'],
];

/** Random HTML of up to 24 pieces, wholly or nearly well-formed. */
export function randomHtml(next: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const open: string[] = [];
  const pieces = 1 + next() * next() * 24;
  // Most elements are closed in order; otherwise hardly any HTML would be accepted.
  const carelessness = next() < 0.6 ? 0 : 0.12;
  let html = '';
  for (let piece = 0; piece < pieces; piece += 1) {
    const turn = next();
    if (turn < carelessness) html += `</${pick(NAMES)}>`;
    else if (turn < 0.5) {
      const name = pick(NAMES);
      html += `<${name}${pick(ATTRIBUTES)}>`;
      if (!EMPTY.has(name)) open.push(name);
    } else if (turn < 0.85 && open.length > 0) html += `</${open.pop()}>`;
    else html += pick(carelessness ? TEXTS : HARMLESS);
  }
  if (next() < carelessness) return html;
  return (
    html +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}
