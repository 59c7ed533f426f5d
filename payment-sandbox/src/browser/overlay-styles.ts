/** What is set on an element's own style. */
export type Styles = Partial<CSSStyleDeclaration>;

/** The page behind is seen through it. */
export const COVER: Styles = {
  position: 'fixed',
  inset: '0',
  zIndex: '2147483647',
  background: 'rgb(20 18 16 / 0.62)',
  colorScheme: 'light',
};
/** Covers all of it. */
export const FRAME: Styles = {
  position: 'absolute',
  inset: '0',
  width: '100%',
  height: '100%',
  border: '0',
  background: 'transparent',
  colorScheme: 'light',
};
/** What stands there until the frame has drawn itself. */
export const WAITING: Styles = {
  position: 'absolute',
  top: '40%',
  left: '0',
  right: '0',
  textAlign: 'center',
  color: '#fff',
  font: '16px/1.5 system-ui, sans-serif',
};
/** Takes the focus without being seen. */
export const UNSEEN: Styles = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' };
