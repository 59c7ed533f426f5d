import { type DefaultTreeAdapterMap, Parser, type ParserOptions, type Token } from 'parse5';
import { VOID } from './elements';

type Options = ParserOptions<DefaultTreeAdapterMap>;

/** In these, browsers and parsers read what is not closed where it was opened in more than one way. */
const STRICT = new Set(['select', 'svg', 'math', 'template']);

/**
 * Older browsers leave all other elements out of a `select`. Newer ones take them, and read text after a `title` or a
 * `style` to the end of the page.
 */
const IN_SELECT = new Set(
  'option optgroup hr button selectedcontent div span b i em strong small img legend'.split(' '),
);

/** Reads HTML, and finds out where browsers may read it in another way than this parser. */
export class StrictParser extends Parser<DefaultTreeAdapterMap> {
  /** What is open within, and with, the outermost strict element. */
  private readonly open: string[] = [];
  private problem: string | undefined;

  static read(html: string, options: Options): { document: DefaultTreeAdapterMap['document']; problem?: string } {
    const parser = new StrictParser(options);
    parser.tokenizer.write(html, true);
    const { document, problem, open } = parser;
    const [left] = open;
    const reason = problem ?? (left && `its HTML leaves a <${left}> open`);
    return { document, ...(reason && { problem: reason }) };
  }

  override onStartTag(token: Token.TagToken): void {
    const name = token.tagName;
    if (this.open.includes('select') && !IN_SELECT.has(name)) this.refuse(`its HTML holds a <${name}> in a <select>`);
    super.onStartTag(token);
    // The parser acknowledges the start of each drawing, and of elements of old that browsers leave open.
    const isClosed = token.ackSelfClosing && (token.selfClosing ? name !== 'keygen' : VOID.has(name));
    if (!isClosed && (this.open.length > 0 || STRICT.has(name))) this.open.push(name);
  }

  override onEndTag(token: Token.TagToken): void {
    const [outermost] = this.open;
    if (outermost && this.open.pop() !== token.tagName)
      this.refuse(`its HTML has a </${token.tagName}> out of place in a <${outermost}>`);
    super.onEndTag(token);
  }

  /** Within drawings and formulas it is text to browsers, to the end of the page if need be. */
  override onComment(token: Token.CommentToken): void {
    if (token.data.startsWith('[CDATA[')) this.refuse('its HTML holds a <![CDATA[');
    super.onComment(token);
  }

  private refuse(problem: string): void {
    this.problem ??= problem;
  }
}
