import { fetched } from '@wholepage/federation/browser';
import type { PromisedFile } from '@wholepage/federation/external-remote';

/** `embed.json`: what `./embed` needs to know of its release. Files are relative to it. */
export interface EmbedRelease {
  /** Styles around every page: tokens, type and reset, for the element that pages are shown in. */
  css: PromisedFile[];
  routes: EmbedRoute[];
}

export interface EmbedRoute {
  /** A pattern such as `/posts/:slug`. */
  path: string;
  css: PromisedFile[];
}

/** On the element that stands for the page's root in styles of an embedded remote. */
export const EMBED_ATTRIBUTE = 'data-embed';

const REM = /(-?\d*\.?\d+)rem\b/g;
const ROOTED = /url\((["']?)\//g;

/** What text is as large as by a visitor's own setting, in px. */
function mediumSize(root: ShadowRoot): number {
  const probe = document.createElement('div');
  probe.style.fontSize = 'medium';
  root.append(probe);
  const size = Number.parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return size || 16;
}

/** Styles of a release within one shadow root, each fetched once and held against its promised bytes. */
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

  /** @throws when a file did not come */
  async add(files: readonly PromisedFile[]): Promise<void> {
    const sheets = await Promise.all(files.map((file) => this.sheetOf(file)));
    const there = this.root.adoptedStyleSheets;
    this.root.adoptedStyleSheets = [...there, ...sheets.filter((sheet) => !there.includes(sheet))];
  }

  /** Leaves nothing of them in the page. */
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

  /** A foreign page may give `rem` another length: then lengths are written as the visitor's own setting has them. */
  private sized(text: string): string {
    const medium = mediumSize(this.root);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return rem === medium ? text : text.replace(REM, (_all, number) => `${Number(number) * medium}px`);
  }

  /** Browsers take typefaces of documents only. */
  private registerFaces({ cssRules }: CSSStyleSheet): void {
    const rules = [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    const faces = new CSSStyleSheet();
    faces.replaceSync(rules.map(({ cssText }) => cssText).join('\n'));
    document.adoptedStyleSheets.push(faces);
    this.faces.push(faces);
  }

  /** The loader of chunks takes styles that the document names for there: it would add them to the foreign page. */
  private announce(href: string): void {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true });
    link.setAttribute('href', href);
    document.head.append(link);
    this.links.push(link);
  }
}
