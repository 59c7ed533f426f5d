// jsdom has no media queries; carousels ask for one.
globalThis.matchMedia ??= (query) => ({ matches: false, media: query }) as MediaQueryList;

export { loadPage, showPage, textsOf } from 'site/testing-pages';
