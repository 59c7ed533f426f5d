import type { DefaultTreeAdapterTypes, Token } from 'parse5';
import { OpenParser, type ParserState } from './parse-fragment';

/** Notes what is known when each `<i>` begins. */
class Noting extends OpenParser {
  readonly noted: (ParserState & { inTemplate: boolean; isBold: boolean })[] = [];

  static read(html: string) {
    const parser = new Noting();
    parser.write('<!doctype html><body>', false);
    parser.write(html, true);
    return parser.noted;
  }

  override onStartTag(token: Token.TagToken): void {
    if (token.tagName === 'i')
      this.noted.push({ ...this.state(), inTemplate: this.isInTemplate, isBold: this.isOpenSince(undefined, 'b') });
    super.onStartTag(token);
  }
}

const names = (nodes: readonly DefaultTreeAdapterTypes.ParentNode[]) =>
  nodes.flatMap((node) => ('tagName' in node ? node.tagName : []));

test('parse5 has the fields that open-parser.ts reads; where it has not, that file alone needs others', () => {
  const [within, behind, template] = Noting.read(
    '<form><p><b><i></i></b></p></form><i></i><template><i></i></template>',
  );
  expect(names(within?.open ?? [])).toEqual(['html', 'body', 'form', 'p', 'b']);
  expect(within).toMatchObject({ formatting: [expect.anything()], inTemplate: false, isBold: true });
  expect(within?.form).toBeTruthy();
  expect(names(behind?.open ?? [])).toEqual(['html', 'body']);
  expect(behind).toMatchObject({ formatting: [], form: null, isBold: false, mode: within?.mode });
  expect(template?.inTemplate).toBe(true);
  expect(template?.mode).not.toBe(within?.mode);
});
