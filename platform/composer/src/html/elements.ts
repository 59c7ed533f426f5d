import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that change the document around a fragment, and scripts, which the shell loads: it may hold none of them. */
export const FORBIDDEN = set('html head body frameset frame base plaintext script');

export const VOID = set('area br embed hr img input link meta param source track wbr col');

/** What they hold is text, whatever it looks like. */
const RAW_TEXT = set('script style textarea title xmp iframe noembed noframes');

/** Their start closes a `p` that is open. */
const CLOSE_P = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr xmp li dd dt',
);

const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Open inside one of themselves, they close it. */
const NOT_NESTED = set('a button form');

/** Parents in which these stand without closing anything. */
const PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', set('ul ol menu')],
  ['dd', set('dl')],
  ['dt', set('dl')],
  ['option', set('select optgroup datalist')],
  ['optgroup', set('select')],
  ['rt', set('ruby')],
  ['rp', set('ruby')],
  ['caption', set('table')],
  ['colgroup', set('table')],
  ['col', set('colgroup')],
  ['thead', set('table')],
  ['tbody', set('table')],
  ['tfoot', set('table')],
  ['tr', set('thead tbody tfoot')],
  ['td', set('tr')],
  ['th', set('tr')],
]);

/** Parents that hold only what names them in {@link PARENTS}. */
const STRICT_PARENTS = set('table thead tbody tfoot tr colgroup select optgroup option');

/** Those whose rules need a whole parser. */
const COMPLEX = set('template math nobr rb rtc image keygen font isindex');

/** Elements of a drawing that no HTML parser takes for its own. */
const DRAWING = set(
  'a animate animatemotion animatetransform circle clippath defs ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter g image line lineargradient marker mask mpath path pattern polygon polyline radialgradient rect set stop style svg switch symbol text textpath tspan use view title desc',
);

/** What a start tag of one name does to the elements that are open. */
export interface ElementRule {
  /** In small letters. */
  readonly name: string;
  /** A fragment may not hold it, or its rules need a whole parser. */
  readonly isOutOfReach: boolean;
  readonly isVoid: boolean;
  readonly isRawText: boolean;
  readonly closesP: boolean;
  readonly isHeading: boolean;
  readonly isNotNested: boolean;
  /** Those in which it closes nothing; undefined: all but strict ones. */
  readonly parents: ReadonlySet<string> | undefined;
  readonly isStrictParent: boolean;
  /** It may stand in a drawing. */
  readonly isDrawing: boolean;
  /** In a drawing what it holds is HTML again. */
  readonly isDrawingText: boolean;
}

const ruleOf = (name: string): ElementRule => ({
  name,
  isOutOfReach: FORBIDDEN.has(name) || COMPLEX.has(name),
  isVoid: VOID.has(name),
  isRawText: RAW_TEXT.has(name),
  closesP: CLOSE_P.has(name),
  isHeading: HEADINGS.has(name),
  isNotNested: NOT_NESTED.has(name),
  parents: PARENTS.get(name),
  isStrictParent: STRICT_PARENTS.has(name),
  isDrawing: DRAWING.has(name),
  isDrawingText: name === 'desc' || name === 'title',
});

/** By names as they are written: fragments use the same few dozen over and over. One rule for all ways to write a name. */
const rules = new Map<string, ElementRule>([...NOT_NESTED].map((name) => [name, ruleOf(name)]));
const MOST_RULES = 2_000;

/** @param written name of a tag, in any letters */
export function elementRule(written: string): ElementRule {
  const known = rules.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  const rule = rules.get(name) ?? ruleOf(name);
  if (rules.size < MOST_RULES) rules.set(name, rule).set(written, rule);
  return rule;
}

/** Elements that are open where the layout of a page stands. */
export const AROUND_LAYOUT: readonly string[] = ['div'];

/** Elements that are open where a page stands in its layout. */
export const AROUND_PAGE: readonly string[] = ['div', 'main', 'div'];

/** The same for a fragment, of which its places are not known yet. */
export const AROUND_FRAGMENT: readonly string[] = [...AROUND_PAGE, FRAGMENT_ELEMENT];

/** Many more than a page may have: those beyond it are not looked at. */
export const MOST_PLACES = 200;

/** Where HTML has a place for a fragment. */
export interface PlaceInHtml {
  /** Offset of the end of the element's name: attributes are put there. */
  attributesAt: number;
  /** Offset of the end of its start tag: the content is put there. */
  contentAt: number;
  /** Names of the elements that are open there, the outermost first; the place's own is left out. */
  around: readonly string[];
  /** Name of an element around it in which no browser leaves a fragment where it stands. */
  misplacedIn?: string | undefined;
}
