import federation from './bundler-runtime';

/** The bundler's loader, in which the library's plugin looks for its runtime. */
declare const __webpack_require__: { federation: object };

Object.assign(__webpack_require__.federation, federation);
