import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, Parser } from 'parse5';

/** What the parser knows at one place: all that decides how HTML is read from there. */
export interface ParserState {
  /** Elements that are open, the outermost first. */
  open: readonly DefaultTreeAdapterTypes.ParentNode[];
  formatting: readonly unknown[];
  form: unknown;
  mode: unknown;
}

/**
 * A parser that says what is open while it reads. parse5 calls the fields that this file reads internal, and only this
 * file reads them: `open-parser.test.ts` fails when a version of parse5 has others.
 */
export class OpenParser extends Parser<DefaultTreeAdapterMap> {
  /** Reads more of the document. */
  protected write(html: string, isLast: boolean): void {
    this.tokenizer.write(html, isLast);
  }

  protected get current(): DefaultTreeAdapterTypes.ParentNode | undefined {
    return this.openElements.current ?? undefined;
  }

  protected get isInTemplate(): boolean {
    return this.openElements.tmplCount > 0;
  }

  protected state(): ParserState {
    const { openElements, activeFormattingElements, formElement, insertionMode } = this;
    return {
      open: openElements.items.slice(0, openElements.stackTop + 1),
      formatting: [...activeFormattingElements.entries],
      form: formElement,
      mode: insertionMode,
    };
  }

  /** Whether an element of this name is open that was not open in the state before. */
  protected isOpenSince(before: Pick<ParserState, 'open' | 'formatting'> | undefined, name: string): boolean {
    const { items, stackTop } = this.openElements;
    for (let at = stackTop; at >= (before?.open.length ?? 0); at -= 1) {
      const item = items[at];
      if (item && 'tagName' in item && item.tagName.toLowerCase() === name) return true;
    }
    // A format that is closed in another order than it was opened is open in this list alone.
    return this.activeFormattingElements.entries.some(
      (entry) => 'element' in entry && entry.element.tagName === name && !before?.formatting.includes(entry),
    );
  }
}
