import type { Browser, Page } from 'playwright-core';
import { alive, visit } from '../../browser/browser';
import { type Look, look, type Said } from '../look';

const said = ({ title, heading, head, current, open }: Look): Said => ({ title, heading, head, current, open });

/** Looks at freshly loaded pages, cached by address until they are forgotten. */
export class FreshPages {
  private readonly known = new Map<string, Promise<Said>>();
  private page: Promise<Page> | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly browser: () => Browser) {}

  /** @param address path and query */
  at(address: string): Promise<Said> {
    const before = this.known.get(address);
    if (before) return before;
    const looking = this.turn.then(() => this.open(address));
    this.turn = looking.catch(() => this.forget(address));
    this.known.set(address, looking);
    return looking;
  }

  /** Makes the next {@link at} load the page again: a post may have been published meanwhile. */
  forget(address: string): void {
    this.known.delete(address);
  }

  private async open(address: string): Promise<Said> {
    this.page ??= visit(this.browser()).then((visit) => visit.page);
    const page = await this.page;
    const response = await page.goto(address);
    if (response?.status() === 200) await alive(page);
    return said(await look(page));
  }
}
