import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import type { Token } from 'parse5';

const GREATER_THAN = 62;
const SLASH = 47;
const EXCLAMATION = 33;

/** Deeper than any page, and less than the depth at which browsers flatten. */
const DEEPEST = 256;

const NAME = /[a-zA-Z][a-zA-Z0-9-]*/y;
/** Attributes as serializers write them: a name, and a double-quoted value or none. Few, as a parser compares each to all. */
const ATTRIBUTES = /(?:[ \t\n]+[^\s"'<>/=\0]+(?:="[^"\0]*")?){0,500}[ \t\n]*/y;

/**
 * Scans HTML as frameworks write it: every element is closed where it was opened, and no start tag closes another
 * element. Every browser reads such a fragment alike.
 */
class FragmentScan {
  readonly places: PlaceInHtml[] = [];
  private at = 0;
  private readonly open: ElementRule[];
  private openParagraphs: number;
  /** Depth at which an `svg` began; 0 outside. */
  private drawing = 0;
  /** Offset where an open `noscript` ends for browsers with scripts, to which its content is text. */
  private noscriptEnd = -1;

  constructor(
    private readonly html: string,
    private readonly around: readonly string[],
  ) {
    this.open = around.map(elementRule);
    this.openParagraphs = around.filter((name) => name === 'p').length;
  }

  /** @returns false when only a full parser can decide */
  run(): boolean {
    const { html } = this;
    if (html.includes('\0') || html.includes('\r')) return false;
    while (this.at < html.length) {
      const start = html.indexOf('<', this.at);
      if (!this.isTextAllowed(start < 0 ? html.length : start)) return false;
      if (start < 0) break;
      this.at = start + 1;
      if (!this.readMarkup()) return false;
    }
    return this.open.length === this.around.length;
  }

  private get parent(): ElementRule | undefined {
    return this.open[this.open.length - 1];
  }

  /** Whether text up to an offset may stay: between table rows browsers move all but whitespace elsewhere. */
  private isTextAllowed(end: number): boolean {
    const { parent } = this;
    if (end === this.at || !parent?.isStrictParent) return true;
    return parent.name === 'option' || this.html.slice(this.at, end).trim() === '';
  }

  private readMarkup(): boolean {
    const next = this.html.charCodeAt(this.at);
    if (next === SLASH) return this.readEnd();
    if (next === EXCLAMATION) return this.readComment();
    return this.readStart();
  }

  private readComment(): boolean {
    const { html, at } = this;
    if (!html.startsWith('!--', at)) return false;
    const end = html.indexOf('-->', at + 3);
    if (end < 0) return false;
    const text = html.slice(at + 3, end);
    this.at = end + 3;
    return !(text.startsWith('>') || text.startsWith('->') || text.includes('--') || text.endsWith('-'));
  }

  private readEnd(): boolean {
    const { parent } = this;
    const start = this.at + 1;
    if (!parent || this.open.length <= this.around.length) return false;
    // Nearly always the name is written in lower case.
    if (this.html.startsWith(parent.name, start)) this.at = start + parent.name.length;
    else if (this.readName(start) !== parent) return false;
    if (this.html.charCodeAt(this.at) !== GREATER_THAN) return false;
    if (parent.name === 'noscript' && start - 2 !== this.noscriptEnd) return false;
    this.at += 1;
    this.close(parent);
    return true;
  }

  private readName(at: number): ElementRule | undefined {
    NAME.lastIndex = at;
    if (!NAME.test(this.html)) return undefined;
    this.at = NAME.lastIndex;
    return elementRule(this.html.slice(at, this.at));
  }

  private readStart(): boolean {
    const { html } = this;
    const rule = this.readName(this.at);
    if (!rule) return false;
    const attributes = this.at;
    if (html.charCodeAt(attributes) !== GREATER_THAN) {
      ATTRIBUTES.lastIndex = attributes;
      ATTRIBUTES.test(html);
      this.at = ATTRIBUTES.lastIndex;
    }
    const isSelfClosed = html.charCodeAt(this.at) === SLASH;
    if (isSelfClosed) this.at += 1;
    if (html.charCodeAt(this.at) !== GREATER_THAN) return false;
    if (mayChangeDocument(rule.name, html.slice(attributes, this.at), this.around)) return false;
    this.at += 1;
    if (this.drawing > 0) return rule.isDrawing && (isSelfClosed || this.enter(rule));
    if (!this.mayStand(rule)) return false;
    if (rule.name === FRAGMENT_ELEMENT) this.addPlace(attributes);
    return rule.isVoid || (!isSelfClosed && this.enter(rule));
  }

  /** Records a fragment place, unless it is in a `noscript`, whose content is text to browsers with scripts. */
  private addPlace(attributesAt: number): void {
    if (this.noscriptEnd >= 0 || this.places.length >= MOST_PLACES) return;
    this.places.push({ attributesAt, contentAt: this.at, around: this.open.map(({ name }) => name) });
  }

  /** Whether an element opens here without closing another. */
  private mayStand(rule: ElementRule): boolean {
    const { parent } = this;
    if (rule.isOutOfReach || (this.openParagraphs > 0 && rule.closesP)) return false;
    if (rule.parents) return parent !== undefined && (rule.parents.has(parent.name) || this.isInGroup(rule, parent));
    if (parent?.isStrictParent || (rule.isHeading && parent?.isHeading)) return false;
    return !(rule.isNotNested && this.open.includes(rule));
  }

  /** Whether a `dt` or `dd` is in a `div` group of a `dl`. */
  private isInGroup({ name }: ElementRule, parent: ElementRule): boolean {
    const isTerm = name === 'dt' || name === 'dd';
    return isTerm && parent.name === 'div' && this.open[this.open.length - 2]?.name === 'dl';
  }

  private enter(rule: ElementRule): boolean {
    if (this.open.length >= DEEPEST) return false;
    this.open.push(rule);
    if (rule.name === 'p') this.openParagraphs += 1;
    if (rule.name === 'svg' && this.drawing === 0) this.drawing = this.open.length;
    if (rule.name === 'noscript') return this.enterNoscript();
    // Tags within it are text to one parser and tags to another.
    const isText = rule.isRawText || (this.drawing > 0 && rule.isDrawingText);
    return !isText || this.readRawText();
  }

  private enterNoscript(): boolean {
    if (this.noscriptEnd >= 0) return false;
    const found = /<\/noscript/gi;
    found.lastIndex = this.at;
    this.noscriptEnd = found.exec(this.html)?.index ?? -1;
    return this.noscriptEnd >= 0;
  }

  private readRawText(): boolean {
    const end = this.html.indexOf('<', this.at);
    if (end < 0 || this.html.charCodeAt(end + 1) !== SLASH) return false;
    this.at = end + 1;
    return this.readEnd();
  }

  private close({ name }: ElementRule): void {
    if (this.drawing === this.open.length) this.drawing = 0;
    this.open.pop();
    if (name === 'p') this.openParagraphs -= 1;
    if (name === 'noscript') this.noscriptEnd = -1;
  }
}

/** Whether HTML surely closes all its elements and no others, in every browser. @param around open elements, outermost first */
export const isPlainFragment = (html: string, around = AROUND_PAGE): boolean => new FragmentScan(html, around).run();

/** Returns the fragment places in plain HTML; undefined when only a full parser can find them. */
export function scanPlaces(html: string, around: readonly string[]): PlaceInHtml[] | undefined {
  const scan = new FragmentScan(html, around);
  return scan.run() ? scan.places : undefined;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that a fragment may not hold: they change the document around it, or run scripts, which only the shell loads. */
export const FORBIDDEN = set('html head body frameset frame base plaintext script');

export const VOID = set('area br embed hr img input link meta param source track wbr col');

/** Elements whose content is text. */
const RAW_TEXT = set('script style textarea title xmp iframe noembed noframes');

/** Elements whose start tag closes an open `p`. */
const CLOSE_P = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr xmp li dd dt',
);

const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Elements that close an open element of the same name. */
const NOT_NESTED = set('a button form');

/** By element: parents in which it closes nothing. */
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

/** Parents that hold only elements that name them in {@link PARENTS}. */
const STRICT_PARENTS = set('table thead tbody tfoot tr colgroup select optgroup option');

/** Elements whose rules need a full parser. */
const COMPLEX = set('template math nobr rb rtc image keygen font isindex');

/** SVG elements that no HTML parser takes for HTML. */
const DRAWING = set(
  'a animate animatemotion animatetransform circle clippath defs ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter g image line lineargradient marker mask mpath path pattern polygon polyline radialgradient rect set stop style svg switch symbol text textpath tspan use view title desc',
);

/** Returns how a start tag affects the open elements. @param name in lower case */
const ruleOf = (name: string) => ({
  name,
  /** A fragment may not hold it, or its rules need a full parser. */
  isOutOfReach: FORBIDDEN.has(name) || COMPLEX.has(name),
  isVoid: VOID.has(name),
  isRawText: RAW_TEXT.has(name),
  closesP: CLOSE_P.has(name),
  isHeading: HEADINGS.has(name),
  isNotNested: NOT_NESTED.has(name),
  /** Parents in which it closes nothing; undefined: all but strict ones. */
  parents: PARENTS.get(name),
  isStrictParent: STRICT_PARENTS.has(name),
  isDrawing: DRAWING.has(name),
  /** Within an `svg`, its content is HTML again. */
  isDrawingText: name === 'desc' || name === 'title',
});
type ElementRule = Readonly<ReturnType<typeof ruleOf>>;

/** Rules by tag name as written; all spellings of a name share one. Fragments use the same few dozen names. */
const rules = new Map<string, ElementRule>([...NOT_NESTED].map((name) => [name, ruleOf(name)]));
const MOST_RULES = 2_000;

/** @param written tag name, in any case */
export function elementRule(written: string): ElementRule {
  const known = rules.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  const rule = rules.get(name) ?? ruleOf(name);
  if (rules.size < MOST_RULES) rules.set(name, rule).set(written, rule);
  return rule;
}

/** Open elements around the layout. */
export const AROUND_LAYOUT: readonly string[] = ['div'];

/** Open elements around a page in its layout. */
export const AROUND_PAGE: readonly string[] = ['div', 'main', 'div'];

/** Open elements around a fragment whose places are not known yet. */
export const AROUND_FRAGMENT: readonly string[] = [...AROUND_PAGE, FRAGMENT_ELEMENT];

/** Most places looked at, many more than a page may have. */
export const MOST_PLACES = 200;

export interface PlaceInHtml {
  /** Offset after the element's name, where attributes are inserted. */
  attributesAt: number;
  /** Offset after its start tag, where the content is inserted. */
  contentAt: number;
  /** Names of the open elements around it, outermost first. */
  around: readonly string[];
  /** Name of an ancestor out of which browsers move a fragment. */
  misplacedIn?: string | undefined;
}

/**
 * Properties of `document` in Chromium, Firefox and WebKit. An element of such a name hides the property from the
 * page's scripts. A test compares the list with the browser.
 */
export const DOCUMENT_PROPERTIES: ReadonlySet<string> = new Set(
  `
  ATTRIBUTE_NODE CDATA_SECTION_NODE COMMENT_NODE DOCUMENT_FRAGMENT_NODE DOCUMENT_NODE DOCUMENT_POSITION_CONTAINED_BY
  DOCUMENT_POSITION_CONTAINS DOCUMENT_POSITION_DISCONNECTED DOCUMENT_POSITION_FOLLOWING DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC
  DOCUMENT_POSITION_PRECEDING DOCUMENT_TYPE_NODE ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE NOTATION_NODE
  PROCESSING_INSTRUCTION_NODE TEXT_NODE URL __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__
  activeElement activeViewTransition addEventListener adoptNode adoptedStyleSheets alinkColor all anchors append appendChild applets
  ariaNotify baseURI bgColor body browsingTopics captureEvents caretPositionFromPoint caretRangeFromPoint characterSet charset
  childElementCount childNodes children clear cloneNode close compareDocumentPosition compatMode constructor contains contentType
  cookie createAttribute createAttributeNS createCDATASection createComment createDocumentFragment createElement createElementNS
  createEntityReference createEvent createExpression createNSResolver createNodeIterator createProcessingInstruction createRange
  createTextNode createTreeWalker currentScript customElementRegistry defaultView designMode dir dispatchEvent doctype
  documentElement documentURI domain elementFromPoint elementsFromPoint embeds enableStyleSheetsForSet evaluate execCommand
  exitFullscreen exitPictureInPicture exitPointerLock featurePolicy fgColor firstChild firstElementChild fonts forms
  fragmentDirective fullscreen fullscreenElement fullscreenEnabled getAnimations getBoxObjectFor getCSSCanvasContext getElementById
  getElementsByClassName getElementsByName getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasChildNodes
  hasFocus hasOwnProperty hasPrivateToken hasRedemptionRecord hasStorageAccess hasUnpartitionedCookieAccess head hidden images
  implementation importNode inputEncoding insertBefore interestCohort isConnected isDefaultNamespace isEqualNode isPrototypeOf
  isSameNode lastChild lastElementChild lastModified lastStyleSheetSet linkColor links location lookupNamespaceURI lookupPrefix
  moveBefore mozCancelFullScreen mozFullScreen mozFullScreenElement mozFullScreenEnabled mozSetImageElement nextSibling nodeName
  nodeType nodeValue normalize onabort onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick
  onbeforecopy onbeforecut onbeforeinput onbeforematch onbeforepaste onbeforetoggle onbeforexrselect onblur oncancel oncanplay
  oncanplaythrough onchange onclick onclose oncommand oncontentvisibilityautostatechange oncontextlost oncontextmenu
  oncontextrestored oncopy oncuechange oncut ondblclick ondrag ondragend ondragenter ondragleave ondragover ondragstart ondrop
  ondurationchange onemptied onended onerror onfocus onformdata onfreeze onfullscreenchange onfullscreenerror ongotpointercapture
  oninput oninvalid onkeydown onkeypress onkeyup onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmousedown
  onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup onmousewheel onmozfullscreenchange onmozfullscreenerror
  onpaste onpause onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointerlockchange
  onpointerlockerror onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onprerenderingactivate
  onprerenderingchange onprogress onratechange onreadystatechange onreset onresize onresume onscroll onscrollend onscrollsnapchange
  onscrollsnapchanging onsearch onsecuritypolicyviolation onseeked onseeking onselect onselectionchange onselectstart onslotchange
  onstalled onsubmit onsuspend ontimeupdate ontoggle ontransitioncancel ontransitionend ontransitionrun ontransitionstart
  onvisibilitychange onvolumechange onwaiting onwebkitanimationend onwebkitanimationiteration onwebkitanimationstart
  onwebkitfullscreenchange onwebkitfullscreenerror onwebkittransitionend onwheel open ownerDocument parentElement parentNode
  pictureInPictureElement pictureInPictureEnabled plugins pointerLockElement preferredStyleSheetSet prepend prerendering
  previousSibling propertyIsEnumerable queryCommandEnabled queryCommandIndeterm queryCommandState queryCommandSupported
  queryCommandValue querySelector querySelectorAll readyState referrer registerElement releaseCapture releaseEvents removeChild
  removeEventListener replaceChild replaceChildren requestStorageAccess requestStorageAccessFor rootElement scripts scrollingElement
  selectedStyleSheetSet startViewTransition styleSheetSets styleSheets textContent timeline title toLocaleString toString valueOf
  visibilityState vlinkColor wasDiscarded webkitCancelFullScreen webkitCurrentFullScreenElement webkitExitFullscreen
  webkitFullScreenKeyboardInputAllowed webkitFullscreenElement webkitFullscreenEnabled webkitHidden webkitIsFullScreen
  webkitVisibilityState when write writeln xmlEncoding xmlStandalone xmlVersion
`
    .trim()
    .split(/\s+/),
);

/** `meta` and `link` elements that affect the whole document from any place. */
const META_NAMES = /^(?:viewport|referrer|color-scheme|supported-color-schemes|theme-color|robots|\w*bot(?:-\w+)?)$/i;
const LINK_RELATIONS = /^(?:icon|shortcut|apple-touch-icon(?:-precomposed)?|mask-icon|manifest)$/i;

/** By element: written attributes that make it worth parsing. */
const TO_BE_READ: ReadonlyMap<string, RegExp> = new Map([
  ['meta', /http-equiv|[ \t\n]name=/i],
  ['link', /icon|manifest|&/i],
  ['iframe', /srcdoc/i],
]);

/** Elements whose `name` becomes a property of `document`, as any `id` may (HTML, "Dom-tree-accessors"). */
const NAMED = /^(?:embed|form|iframe|img|object)$/;
const NAMING = /[ \t\n](id|name)="([^"]*)"/gi;

/** Ids of the layout's own parts, by which scripts find them. */
const LAYOUT_ID = new RegExp(`^(?:app|main|${SLOT_ID}|${PAGE_STATE_ID}|layout-.*)$`, 's');

const isOfLayout = (around: readonly string[]): boolean =>
  !around.includes('main') && !around.includes(FRAGMENT_ELEMENT);

/** Whether an element would hide a property of `document`, or a part of the layout, from scripts. */
const takesPlace = (element: string, attribute: string, value: string, around: readonly string[]): boolean =>
  attribute === 'id'
    ? DOCUMENT_PROPERTIES.has(value) || (LAYOUT_ID.test(value) && !isOfLayout(around))
    : attribute === 'name' && DOCUMENT_PROPERTIES.has(value) && NAMED.test(element);

/** @param attributes as written @returns false when the element surely changes nothing of the document */
export function mayChangeDocument(name: string, attributes: string, around: readonly string[]): boolean {
  if (TO_BE_READ.get(name)?.test(attributes)) return true;
  for (const [, attribute = '', value = ''] of attributes.matchAll(NAMING))
    if (value.includes('&') || takesPlace(name, attribute.toLowerCase(), value, around)) return true;
  return false;
}

/** Returns how an element changes the document, for the sentence "holds a …"; undefined when it does not. */
export function documentChange(
  name: string,
  attributes: readonly Token.Attribute[],
  around: readonly string[],
): string | undefined {
  if (FORBIDDEN.has(name)) return `<${name}>`;
  const naming = attributes.find((each) => takesPlace(name, each.name, each.value, around));
  if (naming) return `<${name} ${naming.name}="${naming.value}">`;
  const attribute = (wanted: string) => attributes.find((each) => each.name === wanted)?.value.trim();
  // Scripts in `srcdoc` have the site's origin, and run before the shell.
  if (name === 'iframe' && attribute('srcdoc') !== undefined) return '<iframe srcdoc>';
  if (name === 'meta') {
    if (attribute('http-equiv') !== undefined) return '<meta http-equiv>';
    const named = attribute('name') ?? '';
    return META_NAMES.test(named) ? `<meta name="${named}">` : undefined;
  }
  const relation =
    name === 'link' &&
    attribute('rel')
      ?.split(/\s+/)
      .find((word) => LINK_RELATIONS.test(word));
  return relation ? `<link rel="${relation}">` : undefined;
}
