import { FRAGMENT_ATTRIBUTES } from '@wholepage/contracts/fragment';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** The attribute by which a page says of which item of the catalogue a price is. */
const SKU = 'data-sku';

type Node = DefaultTreeAdapterTypes.Node;
const NO_WORDS = new Set(['script', 'style', 'template']);

/** Words of a page that are about one item of the catalogue, or about none. */
export interface NamedWords {
  sku: string | undefined;
  text: string;
}

/**
 * The words of a page, by the item that they are about.
 * @param app only within this app's fragments; without it the whole page
 */
export function namedWords(html: string, app?: string): NamedWords[] {
  const rest: NamedWords = { sku: undefined, text: '' };
  const found = [rest];
  const walk = (node: Node, words: NamedWords | undefined): void => {
    if ('value' in node && words) words.text += node.value;
    if (!('childNodes' in node) || NO_WORDS.has(node.nodeName)) return;
    const attributes = 'attrs' in node ? node.attrs : [];
    const attributeOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
    const isOfApp = app !== undefined && attributeOf(FRAGMENT_ATTRIBUTES.of)?.startsWith(`${app}/`);
    const around = words ?? (isOfApp ? rest : undefined);
    const sku = around && attributeOf(SKU);
    const own = sku ? { sku, text: '' } : around;
    if (own && sku) {
      found.push(own);
      // What stands before and after is not one amount.
      if (words) words.text += ' ';
    }
    for (const child of node.childNodes) walk(child, own);
  };
  walk(parse(html), app === undefined ? rest : undefined);
  return found;
}
