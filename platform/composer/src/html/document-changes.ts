import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { FORBIDDEN } from './elements';

/**
 * Names of all properties of `document` in Chromium, Firefox and WebKit. An element that is named so takes the property's place,
 * and scripts of the page get the element. A test holds them against the browser.
 */
export const DOCUMENT_PROPERTIES: ReadonlySet<string> = new Set(
  `
  ATTRIBUTE_NODE CDATA_SECTION_NODE COMMENT_NODE DOCUMENT_FRAGMENT_NODE DOCUMENT_NODE DOCUMENT_POSITION_CONTAINED_BY
  DOCUMENT_POSITION_CONTAINS DOCUMENT_POSITION_DISCONNECTED DOCUMENT_POSITION_FOLLOWING DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC
  DOCUMENT_POSITION_PRECEDING DOCUMENT_TYPE_NODE ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE NOTATION_NODE
  PROCESSING_INSTRUCTION_NODE TEXT_NODE URL __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__
  activeElement activeViewTransition addEventListener adoptNode adoptedStyleSheets alinkColor all anchors append appendChild applets
  ariaNotify baseURI bgColor body browsingTopics captureEvents caretPositionFromPoint caretRangeFromPoint characterSet charset
  childElementCount childNodes children clear cloneNode close compareDocumentPosition compatMode constructor contains contentType
  cookie createAttribute createAttributeNS createCDATASection createComment createDocumentFragment createElement createElementNS
  createEntityReference createEvent createExpression createNSResolver createNodeIterator createProcessingInstruction createRange
  createTextNode createTreeWalker currentScript customElementRegistry defaultView designMode dir dispatchEvent doctype
  documentElement documentURI domain elementFromPoint elementsFromPoint embeds enableStyleSheetsForSet evaluate execCommand
  exitFullscreen exitPictureInPicture exitPointerLock featurePolicy fgColor firstChild firstElementChild fonts forms
  fragmentDirective fullscreen fullscreenElement fullscreenEnabled getAnimations getBoxObjectFor getCSSCanvasContext getElementById
  getElementsByClassName getElementsByName getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasChildNodes
  hasFocus hasOwnProperty hasPrivateToken hasRedemptionRecord hasStorageAccess hasUnpartitionedCookieAccess head hidden images
  implementation importNode inputEncoding insertBefore interestCohort isConnected isDefaultNamespace isEqualNode isPrototypeOf
  isSameNode lastChild lastElementChild lastModified lastStyleSheetSet linkColor links location lookupNamespaceURI lookupPrefix
  moveBefore mozCancelFullScreen mozFullScreen mozFullScreenElement mozFullScreenEnabled mozSetImageElement nextSibling nodeName
  nodeType nodeValue normalize onabort onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick
  onbeforecopy onbeforecut onbeforeinput onbeforematch onbeforepaste onbeforetoggle onbeforexrselect onblur oncancel oncanplay
  oncanplaythrough onchange onclick onclose oncommand oncontentvisibilityautostatechange oncontextlost oncontextmenu
  oncontextrestored oncopy oncuechange oncut ondblclick ondrag ondragend ondragenter ondragleave ondragover ondragstart ondrop
  ondurationchange onemptied onended onerror onfocus onformdata onfreeze onfullscreenchange onfullscreenerror ongotpointercapture
  oninput oninvalid onkeydown onkeypress onkeyup onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmousedown
  onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup onmousewheel onmozfullscreenchange onmozfullscreenerror
  onpaste onpause onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointerlockchange
  onpointerlockerror onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onprerenderingactivate
  onprerenderingchange onprogress onratechange onreadystatechange onreset onresize onresume onscroll onscrollend onscrollsnapchange
  onscrollsnapchanging onsearch onsecuritypolicyviolation onseeked onseeking onselect onselectionchange onselectstart onslotchange
  onstalled onsubmit onsuspend ontimeupdate ontoggle ontransitioncancel ontransitionend ontransitionrun ontransitionstart
  onvisibilitychange onvolumechange onwaiting onwebkitanimationend onwebkitanimationiteration onwebkitanimationstart
  onwebkitfullscreenchange onwebkitfullscreenerror onwebkittransitionend onwheel open ownerDocument parentElement parentNode
  pictureInPictureElement pictureInPictureEnabled plugins pointerLockElement preferredStyleSheetSet prepend prerendering
  previousSibling propertyIsEnumerable queryCommandEnabled queryCommandIndeterm queryCommandState queryCommandSupported
  queryCommandValue querySelector querySelectorAll readyState referrer registerElement releaseCapture releaseEvents removeChild
  removeEventListener replaceChild replaceChildren requestStorageAccess requestStorageAccessFor rootElement scripts scrollingElement
  selectedStyleSheetSet startViewTransition styleSheetSets styleSheets textContent timeline title toLocaleString toString valueOf
  visibilityState vlinkColor wasDiscarded webkitCancelFullScreen webkitCurrentFullScreenElement webkitExitFullscreen
  webkitFullScreenKeyboardInputAllowed webkitFullscreenElement webkitFullscreenEnabled webkitHidden webkitIsFullScreen
  webkitVisibilityState when write writeln xmlEncoding xmlStandalone xmlVersion
`
    .trim()
    .split(/\s+/),
);

interface Attribute {
  name: string;
  value: string;
}

/** What they say holds for the whole document, wherever they stand in it. */
const META_NAMES = /^(?:viewport|referrer|color-scheme|supported-color-schemes|theme-color|robots|\w*bot(?:-\w+)?)$/i;
const LINK_RELATIONS = /^(?:icon|shortcut|apple-touch-icon(?:-precomposed)?|mask-icon|manifest)$/i;

/** Attributes, as they are written, of elements that have to be read as a whole. */
const TO_BE_READ: Readonly<Record<string, RegExp>> = {
  meta: /http-equiv|[ \t\n]name=/i,
  link: /icon|manifest|&/i,
  iframe: /srcdoc/i,
};

/** Their `name` is a property of the document, as the `id` of any element may be (HTML, "Dom-tree-accessors"). */
const NAMED = /^(?:embed|form|iframe|img|object)$/;
const NAMING = /[ \t\n](id|name)="([^"]*)"/gi;

/** By these ids scripts find the parts of the layout, which holds them itself. */
const LAYOUT_ID = new RegExp(`^(?:app|main|${SLOT_ID}|${PAGE_STATE_ID}|layout-.*)$`, 's');

const isOfLayout = (around: readonly string[]): boolean =>
  !around.includes('main') && !around.includes(FRAGMENT_ELEMENT);

/** Whether scripts would get the element in place of a property of the document, or of a part of the layout around it. */
const takesPlace = (element: string, attribute: string, value: string, around: readonly string[]): boolean =>
  attribute === 'id'
    ? DOCUMENT_PROPERTIES.has(value) || (LAYOUT_ID.test(value) && !isOfLayout(around))
    : attribute === 'name' && DOCUMENT_PROPERTIES.has(value) && NAMED.test(element);

/**
 * @param attributes as they are written @param around names of the elements around the HTML
 * @returns false when it surely changes nothing of the document
 */
export function mayChangeDocument(name: string, attributes: string, around: readonly string[]): boolean {
  if (TO_BE_READ[name]?.test(attributes)) return true;
  for (const [, attribute = '', value = ''] of attributes.matchAll(NAMING))
    if (value.includes('&') || takesPlace(name, attribute.toLowerCase(), value, around)) return true;
  return false;
}

/** How an element changes the document around it, for the sentence "holds a …"; undefined when it does not. */
export function documentChange(
  name: string,
  attributes: readonly Attribute[],
  around: readonly string[],
): string | undefined {
  if (FORBIDDEN.has(name)) return `<${name}>`;
  const naming = attributes.find((each) => takesPlace(name, each.name, each.value, around));
  if (naming) return `<${name} ${naming.name}="${naming.value}">`;
  const attribute = (wanted: string) => attributes.find((each) => each.name === wanted)?.value.trim();
  // Its scripts are the site's, and run before the shell.
  if (name === 'iframe' && attribute('srcdoc') !== undefined) return '<iframe srcdoc>';
  if (name === 'meta') {
    if (attribute('http-equiv') !== undefined) return '<meta http-equiv>';
    const named = attribute('name') ?? '';
    return META_NAMES.test(named) ? `<meta name="${named}">` : undefined;
  }
  const relation =
    name === 'link' &&
    attribute('rel')
      ?.split(/\s+/)
      .find((word) => LINK_RELATIONS.test(word));
  return relation ? `<link rel="${relation}">` : undefined;
}
