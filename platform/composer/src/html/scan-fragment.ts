import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { mayChangeDocument } from './document-changes';
import { AROUND_PAGE, type ElementRule, elementRule, MOST_PLACES, type PlaceInHtml } from './elements';

const GREATER_THAN = 62;
const SLASH = 47;
const EXCLAMATION = 33;

/** Deeper than any page, and less deep than browsers flatten. */
const DEEPEST = 256;

const NAME = /[a-zA-Z][a-zA-Z0-9-]*/y;
/** Attributes as serializers write them: whitespace, a name, and a value in double quotes or none. */
const ATTRIBUTES = /(?:[ \t\n]+[^\s"'<>/=\0]+(?:="[^"\0]*")?)*[ \t\n]*/y;

/**
 * Reads a fragment of HTML as frameworks write it: every element is closed where it was opened, and no start tag closes
 * another element. Such a fragment ends where it ends in every browser.
 */
class FragmentScan {
  readonly places: PlaceInHtml[] = [];
  private at = 0;
  private readonly open: ElementRule[];
  private openParagraphs: number;
  /** Depth at which a drawing began; 0 outside. */
  private drawing = 0;
  /** Where the text of an open `noscript` ends to who runs scripts. */
  private noscriptEnd = -1;

  constructor(
    private readonly html: string,
    private readonly around: readonly string[],
  ) {
    this.open = around.map(elementRule);
    this.openParagraphs = around.filter((name) => name === 'p').length;
  }

  /** @returns false when a whole parser has to decide */
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

  /** Text between rows of a table is moved elsewhere; only space stays there. */
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
    // Nearly always it is written as it is known.
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

  /** In a `noscript` it is text to those who run scripts. */
  private addPlace(attributesAt: number): void {
    if (this.noscriptEnd >= 0 || this.places.length >= MOST_PLACES) return;
    this.places.push({ attributesAt, contentAt: this.at, around: this.open.map(({ name }) => name) });
  }

  /** Whether it opens here without closing anything. */
  private mayStand(rule: ElementRule): boolean {
    const { parent } = this;
    if (rule.isOutOfReach || (this.openParagraphs > 0 && rule.closesP)) return false;
    if (rule.parents) return parent !== undefined && (rule.parents.has(parent.name) || this.isInGroup(rule, parent));
    if (parent?.isStrictParent || (rule.isHeading && parent?.isHeading)) return false;
    return !(rule.isNotNested && this.open.includes(rule));
  }

  /** Entries of a list of terms may stand in groups. */
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
    // What looks like a tag in there is text to the one parser and a tag to the other.
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

/**
 * Whether a fragment of HTML surely ends where it ends, in every browser; false when a whole parser has to decide.
 * @param around names of the elements that are open where it stands, the outermost first
 */
export const isPlainFragment = (html: string, around = AROUND_PAGE): boolean => new FragmentScan(html, around).run();

/** Places for fragments in HTML that is plain; undefined when a whole parser has to find them. */
export function scanPlaces(html: string, around: readonly string[]): PlaceInHtml[] | undefined {
  const scan = new FragmentScan(html, around);
  return scan.run() ? scan.places : undefined;
}
