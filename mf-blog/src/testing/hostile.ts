/** Bodies that mean harm, and what must be in what is left of each. Used by the tests of both sanitisers. */
export const HOSTILE: [name: string, html: string, left: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a javascript link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['a disguised javascript link', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['a picture that fails', '<p>a<img src="x:y" onerror="alert(1)"></p>', '<p>a</p>'],
  ['a picture of data', '<p>a<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>', '<p>a</p>'],
  ['a frame', '<p>a</p><iframe src="https://evil.example"></iframe>', '<p>a</p>'],
  ['a style', '<style>body{display:none}</style><p style="position:fixed" class="modal">a</p>', '<p>a</p>'],
  ['a name that shadows', '<p id="slot" name="config">a</p>', '<p>a</p>'],
  ['a set of frames', '<frameset><frame src="https://evil.example"></frameset>', ''],
  ['a set of frames that is not closed', '<frameset onload="alert(1)"><p>a</p>', '<p>a</p>'],
  ['a page', '<html onclick="alert(1)"><head></head><body onload="alert(1)"><p>a</p>', '<p>a</p>'],
  ['a base', '<base href="https://evil.example"><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://evil.example"><input name="q"></form><p>a</p>', '<p>a</p>'],
];
