import type { Page, Request } from 'playwright-core';

/** Pending page loads of a tab: started, and neither loaded nor failed. */
export class PageLoads {
  private readonly underWay = new Set<Request>();

  constructor(page: Page) {
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.underWay.add(request);
    });
    page.on('requestfailed', (request) => this.underWay.delete(request));
    page.on('domcontentloaded', () => this.underWay.clear());
  }

  get isUnderWay(): boolean {
    return this.underWay.size > 0;
  }
}
