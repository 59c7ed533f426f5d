import { fetched } from '@wholepage/federation/browser';
import type { PromisedFile } from '@wholepage/federation/external-remote';

/** `embed.json`: the release of an embed. Files are relative to it. */
export interface EmbedRelease {
  /** Styles around every page: tokens, typography and reset. */
  css: PromisedFile[];
  routes: EmbedRoute[];
}

export interface EmbedRoute {
  /** A pattern such as `/posts/:slug`. */
  path: string;
  css: PromisedFile[];
}

/** Attribute of the element that represents the page's root in an embedded remote's styles. */
export const EMBED_ATTRIBUTE = 'data-embed';

const REM = /(-?\d*\.?\d+)rem\b/g;
const ROOTED = /url\((["']?)\//g;

/** Returns the visitor's own font size, in px. */
function mediumSize(root: ShadowRoot): number {
  const probe = document.createElement('div');
  probe.style.fontSize = 'medium';
  root.append(probe);
  const size = Number.parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return size || 16;
}

/** Styles of a release within one shadow root, each fetched once and verified. */
export class EmbedStyles {
  private readonly added = new Map<string, Promise<CSSStyleSheet>>();
  private readonly faces: CSSStyleSheet[] = [];
  private readonly links: HTMLLinkElement[] = [];
  private isRemoved = false;

  /** @param base absolute address that files are relative to */
  constructor(
    private readonly root: ShadowRoot,
    private readonly base: string,
  ) {}

  /** Adds styles. @throws when a file fails to load */
  async add(files: readonly PromisedFile[]): Promise<void> {
    const sheets = await Promise.all(files.map((file) => this.sheetOf(file)));
    const there = this.root.adoptedStyleSheets;
    this.root.adoptedStyleSheets = [...there, ...sheets.filter((sheet) => !there.includes(sheet))];
  }

  /** Removes all styles from the page. */
  remove(): void {
    this.isRemoved = true;
    this.root.adoptedStyleSheets = [];
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !this.faces.includes(sheet));
    for (const link of this.links) link.remove();
  }

  private sheetOf(file: PromisedFile): Promise<CSSStyleSheet> {
    const known = this.added.get(file.file) ?? this.fetchSheet(file);
    this.added.set(file.file, known);
    known.catch(() => this.added.delete(file.file));
    return known;
  }

  private async fetchSheet({ file, integrity }: PromisedFile): Promise<CSSStyleSheet> {
    const url = new URL(file, this.base);
    const response = await fetched(url, { integrity, credentials: 'omit' });
    const text = (await response.text()).replace(ROOTED, (_all, quote) => `url(${quote}${url.origin}/`);
    const sheet = new CSSStyleSheet();
    if (this.isRemoved) return sheet;
    sheet.replaceSync(this.sized(text));
    this.registerFaces(sheet);
    this.announce(url.href);
    return sheet;
  }

  /** Rewrites `rem` lengths to the visitor's own font size, when the foreign page changes the length of `rem`. */
  private sized(text: string): string {
    const medium = mediumSize(this.root);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return rem === medium ? text : text.replace(REM, (_all, number) => `${Number(number) * medium}px`);
  }

  /** Registers typefaces on the document: browsers ignore them in shadow roots. */
  private registerFaces({ cssRules }: CSSStyleSheet): void {
    const rules = [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    const faces = new CSSStyleSheet();
    faces.replaceSync(rules.map(({ cssText }) => cssText).join('\n'));
    document.adoptedStyleSheets.push(faces);
    this.faces.push(faces);
  }

  /** Adds a disabled link, so that the chunk loader takes the styles for loaded, and does not add them to the foreign page. */
  private announce(href: string): void {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true });
    link.setAttribute('href', href);
    document.head.append(link);
    this.links.push(link);
  }
}
